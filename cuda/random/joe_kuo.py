#!/usr/bin/env python3
"""Writes joe_kuo.bin from S. Joe and F. Y. Kuo's list of initial direction numbers.

    joe_kuo.py new-joe-kuo-6.21201 > joe_kuo.bin

A row of the list is a dimension, from the second one on: its number, the degree s of its primitive polynomial, the
polynomial's inner coefficients, and m_1 ... m_s. The polynomials are all that there are, in order, and m_1 is 1, so
neither is kept. m_i is odd and below 2^i: its i - 1 upper bits are appended, the highest first, for the first 20,000
dimensions.
"""
import sys

DIMENSIONS = 20000

bits = ''
with open(sys.argv[1], encoding='ascii') as rows:
    for row in rows.read().splitlines()[1:DIMENSIONS]:
        numbers = [int(word) for word in row.split()[3:]]
        bits += ''.join(format(number >> 1, f'0{i}b') for i, number in enumerate(numbers) if i > 0)
bits += '0' * (-len(bits) % 8)
sys.stdout.buffer.write(int(bits, 2).to_bytes(len(bits) // 8, 'big'))

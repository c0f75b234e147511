#!/usr/bin/env python3
"""Writes mt19937_jump.bin: the polynomial by which a state of MT19937 goes 2^2048 numbers ahead.

    mt19937_jump.py > mt19937_jump.bin

H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton, P. L'Ecuyer, "Efficient Jump Ahead for F2-Linear Random Number
Generators", INFORMS J. Computing 20, 2008: x^(2^2048) modulo the minimal polynomial of the recurrence, which any one bit
of the sequence obeys (Massey's algorithm finds it). Bit i of the file, the lowest of a byte first, is the coefficient of
x^i. Takes about a minute.
"""
import sys

DEGREE = 19937
AHEAD = 2048  # log2


def bits(count):
    """The lowest bit of each word of the recurrence, from the first one that depends on all of the state."""
    words = [5489]
    for i in range(1, 624):
        words.append((1812433253 * (words[-1] ^ (words[-1] >> 30)) + i) & 0xFFFFFFFF)
    for k in range(count):
        mixed = (words[k] & 0x80000000) | (words[k + 1] & 0x7FFFFFFF)
        words.append(words[k + 397] ^ (mixed >> 1) ^ (0x9908B0DF if mixed & 1 else 0))
    return [word & 1 for word in words[624:]]


def minimal_polynomial(sequence):
    """Massey's algorithm; polynomials are integers, sequences too: bit i is the (n - i)th element."""
    connection, before, length, shift, seen = 1, 1, 0, 1, 0
    for n, bit in enumerate(sequence):
        seen = seen << 1 | bit
        if (connection & seen & ((1 << (length + 1)) - 1)).bit_count() & 1 == 0:
            shift += 1
            continue
        if 2 * length <= n:
            connection, before, length, shift = connection ^ before << shift, connection, n + 1 - length, 1
        else:
            connection, shift = connection ^ before << shift, shift + 1
    assert length == DEGREE
    return int(format(connection, 'b').zfill(length + 1)[::-1], 2)


SPREAD = [int(format(byte, 'b'), 4) for byte in range(256)]


def squared(polynomial):
    """Every coefficient in the place of twice its number."""
    parts = polynomial.to_bytes(DEGREE // 8 + 1, 'little')
    return int.from_bytes(b''.join(SPREAD[part].to_bytes(2, 'little') for part in parts), 'little')


modulus = minimal_polynomial(bits(2 * DEGREE + 2))
power = 2  # x
for _ in range(AHEAD):
    power = squared(power)
    for degree in range(power.bit_length() - 1, DEGREE - 1, -1):
        if power >> degree & 1:
            power ^= modulus << (degree - DEGREE)
sys.stdout.buffer.write(power.to_bytes(DEGREE // 8 + 1, 'little'))

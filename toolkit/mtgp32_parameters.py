#!/usr/bin/env python3
"""Writes the rows of include/warpglass/random_mtgp32_parameters.def from the table of MTGP32's authors.

    mtgp32_parameters.py cuda-sample/mtgp32dc-param-11213.c >> random_mtgp32_parameters.def

The file is part of M. Saito's and M. Matsumoto's MTGP, whose licence stands at the head of what is written. Of each
table of 16 words those with the indices 1, 2, 4 and 8 are kept: the others are their sums modulo 2.
"""
import re
import sys

text = re.sub(r'/\*.*?\*/|UINT32_C', '', open(sys.argv[1], encoding='ascii').read(), flags=re.S)
row = re.compile(r'\{\s*11213,\s*(\d+),\s*(\d+),\s*(\d+),\s*\{([^}]*)\},\s*\{([^}]*)\},\s*\{[^}]*\},\s*\(0xfff80000\),'
                 r'\s*\{([^}]*)\}\s*\}')


def words(list_of_words):
    return [int(word.strip('() \n'), 16) for word in list_of_words.split(',')]


for pos, sh1, sh2, recursion, tempering, digest in row.findall(text):
    for table in (words(recursion), words(tempering)):
        assert all(table[i] == table[i & (i - 1)] ^ table[i & -i] for i in range(1, 16) if i & (i - 1))
    basis = [table[1 << bit] for table in (words(recursion), words(tempering)) for bit in range(4)]
    sha1 = ''.join(f'\\x{byte:02x}' for byte in words(digest)[:20])
    print(f'MTGP32({pos}, {sh1}, {sh2}, ' + ', '.join(f'0x{word:08x}' for word in basis) + f',\n       "{sha1}")')

"""The source values that recorded instructions are tried on. tests/ptx/recording.cpp makes the same ones.

A kind is a type (`f32`, `u64`, `pred`); `type@bits` for one in a wider register; `f32e`, `f16e`: values whose products
lie at the least normal number; `f64n`, `f16n`, `bf16n`: NaNs above all; `few`: 0 to 3; `lane`: 0 to 39; `segment`: the last operand of shfl; `pairs`, `ones`: metadata of
sparse matrices, in every four bits two numbers of elements in their order, or the two halves of one.
"""
TUPLES = 1280
MASK = (1 << 64) - 1

SIZES = {"pred": 0, "f32e": 4, "f16e": 2, "f64n": 8, "f16n": 2, "bf16n": 2, "b8": 1, "u8": 1, "s8": 1,
         "f16": 2, "bf16": 2, "f16x2": 4, "bf16x2": 4,
         "f32": 4, "f64": 8, "u16x2": 4, "s16x2": 4, "few": 4, "lane": 4, "segment": 4, "pairs": 4, "ones": 4, "b128": 16}
SIZES.update({f"{kind}{8 * size}": size for kind in "bus" for size in (2, 4, 8)})

F16 = [0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x0001, 0x83ff, 0x0400, 0x8400, 0x7bff, 0xfbff,
       0x3800, 0x3e00, 0x4100, 0x3bff, 0x3c01, 0x5bf8, 0x7ff7, 0xfff7]
BF16 = [0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x0001, 0x807f, 0x0080, 0x8080, 0x7f7f, 0xff7f,
        0x3f00, 0x3fc0, 0x4020, 0x3f7f, 0x3f81, 0x4b80, 0x7ff7, 0xfff7]
F32 = [0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffa12345, 0x00000001,
       0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000, 0x40200000, 0x3f7fffff,
       0x3f800001, 0x4effffff, 0xcf000000, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x437f8000, 0xc2ff0000,
       0x477fffff]
F64 = [0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
       0xfff0000000000000, 0x7ff8000000000000, 0xfff4000000012345, 0x0000000000000001, 0x800fffffffffffff,
       0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000,
       0x3ff8000000000000, 0x4004000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x41dfffffffc00000,
       0xc1e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
       0x380fffffe0000000, 0x47efffffefffffff, 0x36a0000000000000]
F64N = [0x7ff8000000000001, 0xfff8000000000022, 0x7ff4000000000333, 0xffff123456789abc, 0x3ff8000000000000,
        0x7ff0000000000000, 0xfff0000000000000, 0x0000000000000000, 0xfff2000000005555, 0x7fffffffffffffff,
        0xc000000000000000, 0x7ff0000000000077, 0xfff00000fffffff1]
F16N = [0x7ff7, 0xfff7, 0x7e00, 0x3c00, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x7fff, 0xfd01, 0xbc00, 0x7df7, 0xfdf7]
BF16N = [0x7ff7, 0xfff7, 0x7fc0, 0x3f80, 0x0000, 0x8000, 0x7f80, 0xff80, 0x7fff, 0xffa1, 0xbf80, 0x7fb7, 0xffb7]
F32E = [0x20000000, 0x1fffffff, 0x20000001, 0xa0000000, 0x9fffffff, 0x3f800000, 0x3f7fffff, 0x3f7ffffe, 0xbf7fffff,
        0x00800000, 0x00800001, 0x80800000, 0x007fffff, 0x00000001, 0x80000001, 0x00000000, 0x00ffffff, 0x1fffff00,
        0x7e800000, 0x7e800001, 0xfeffffff, 0x40000000]
F16E = [0x2000, 0x1fff, 0x2001, 0xa000, 0x9fff, 0x3c00, 0x3bff, 0x3bfe, 0xbbff, 0x0400, 0x0401, 0x8400, 0x03ff, 0x0001,
        0x8001, 0x0000, 0x07ff, 0x1ff0]
INTEGERS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 255, 0x7f, 0x80, 0x7fff, 0x8000, 0xffff, 0x10000,
            0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, MASK,
            MASK - 1, 0x123456789abcdef0, 0x00ff00ff00ff00ff]
SEGMENTS = [0x1f, 0x00, 0x1c1f, 0x181f, 0x101f, 0x1c00, 0x1800, 0x0f, 0x1e1f, 0x1f1f, 0x0703, 0x1807]
METADATA = {"pairs": [0x4, 0x8, 0xc, 0x9, 0xd, 0xe], "ones": [0x4, 0xe]}

# Bits of exponent and fraction.
FORMATS = {"f64": (11, 52), "f64n": (11, 52), "f16n": (5, 10), "bf16n": (8, 7),
           "f32": (8, 23), "f32e": (8, 23), "bf16": (8, 7), "f16": (5, 10), "f16e": (5, 10)}


def pool(kind):
    lists = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64, "f32e": F32E, "f16e": F16E, "f64n": F64N, "f16n": F16N,
             "bf16n": BF16N, "pred": [0, 1],
             "few": [0, 1, 2, 3], "lane": list(range(40)), "segment": SEGMENTS}
    if kind in lists:
        return lists[kind]
    if kind in ("f16x2", "bf16x2"):
        halves = F16 if kind == "f16x2" else BF16
        return [low | halves[(7 * i + 3) % len(halves)] << 16 for i, low in enumerate(halves)]
    mask = (1 << (8 * SIZES[kind])) - 1
    return list(dict.fromkeys(value & mask for value in INTEGERS))


def random_bits(number):
    """splitmix64 of a counter."""
    z = (number * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15) & MASK
    z = ((z ^ z >> 30) * 0xbf58476d1ce4e5b9) & MASK
    z = ((z ^ z >> 27) * 0x94d049bb133111eb) & MASK
    return z ^ z >> 31


def near_one(bits, exponent_bits, fraction_bits):
    """The exponent within 4 of that of 1."""
    exponent = (1 << (exponent_bits - 1)) - 5 + (bits >> fraction_bits) % 8
    keep = 1 << (exponent_bits + fraction_bits) | ((1 << fraction_bits) - 1)
    return bits & keep | exponent << fraction_bits


def short(bits, length, exponent_bits, fraction_bits):
    """An exponent from that of 1/4 up to where integers end, and only the upper `length` bits of the fraction."""
    exponent = (1 << (exponent_bits - 1)) - 3 + (bits >> fraction_bits) % (18 if exponent_bits == 5 else 68)
    fraction = bits & ((1 << fraction_bits) - 1) & ~((1 << (fraction_bits - length)) - 1)
    return bits & 1 << (exponent_bits + fraction_bits) | exponent << fraction_bits | fraction


def shaped(kind, bits, more, shape):
    """The random value as the tuple's shape wants it: 1 near one, 2 short; others as they are."""
    width = 8 * SIZES[kind]
    if kind in ("f16x2", "bf16x2"):
        half = kind[:-2]
        return shaped(half, bits & 0xffff, more, shape) | shaped(half, bits >> 16 & 0xffff, more >> 8, shape) << 16
    if kind in FORMATS and shape == 1:
        return near_one(bits, *FORMATS[kind])
    if kind in FORMATS and shape == 2:
        return short(bits, more % (FORMATS[kind][1] + 1), *FORMATS[kind])
    if kind not in FORMATS and shape == 1:
        return bits >> more % max(1, width)
    return bits


def source_value(kind, tuple_index, operand, operands):
    """Value `operand` of `operands`: first combinations of special values, all pairs of them, then random ones."""
    kind = kind.split("@")[0]
    if kind in METADATA:
        bits = random_bits(tuple_index * 32 + operand)
        return sum(METADATA[kind][(bits >> 8 * i & 0xff) % len(METADATA[kind])] << 4 * i for i in range(8))
    if kind in ("few", "lane", "segment") or tuple_index < (64 if operands == 1 else 800):
        values = pool(kind)
        n = len(values)
        if kind in ("few", "lane", "segment") and tuple_index >= 800:
            return values[random_bits(tuple_index * 32 + operand) % n]
        if operand == 0:
            return values[tuple_index % n]
        if operand == 1:
            return values[(tuple_index // n + tuple_index * 5) % n]
        return values[(tuple_index // (n + 1) * 3 + tuple_index * 7 + operand) % n]
    bits = random_bits(tuple_index * 32 + operand) & ((1 << max(1, 8 * SIZES[kind])) - 1)
    return shaped(kind, bits, random_bits(tuple_index * 32 + operand + 16) >> 32, tuple_index % 4)

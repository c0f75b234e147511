#!/usr/bin/env python3
"""Records what a GPU answers to texture and surface instructions.

  textures.py record FILE.tsv [POINTS]   runs all cases on the GPU here, with so many coordinates each
  textures.py ptx FILE.ptx               the kernels of all cases, for a look by the assembler

Needs libcuda and a GPU for `record`; nothing of this project. The recording is a table of four kinds of lines, fields
separated by tabs, words of 32 bits as eight hexadecimal digits without separators:

  image    name  shape format channels width height depth levels gather   bytes of level 0, 1, ...
  texture  name  image modes filter read normalized srgb seamless border mip_filter bias least most
  points   name  words of a point   words
  fetch    texture points instruction   words %r0 of all points, then those of %r1, ...; `=` and one word when all agree
  surface  image points instruction     the same; a store's line holds the bytes of the image afterwards instead

Kernels wrap an instruction as tests/hardware/replay_textures_test.cpp does: %t is the object, %c0... are the words of
the thread's point, %r0..%r3 its answer.
"""
import ctypes
import struct
import sys

import texture_cases
from texture_cases import BYTES, bits, fetches, images, points, textures

WRAPPER = """.visible .entry k{INDEX}(.param .u64 object, .param .u64 in, .param .u64 out, .param .u32 count) {
  .reg .b64 %t, %in, %out, %at, %l<2>;
  .reg .b32 %i, %n, %m, %c<12>, %r<4>;
  .reg .b16 %h<4>;
  .reg .pred %p, %q;
  ld.param.u64 %t, [object];
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  ld.param.u32 %n, [count];
  mov.u32 %i, %tid.x;
  mov.u32 %m, %ctaid.x;
  mad.lo.u32 %i, %m, 64, %i;
  setp.ge.u32 %p, %i, %n;
  @%p ret;
  mul.wide.u32 %at, %i, 48;
  add.u64 %in, %in, %at;
  mul.wide.u32 %at, %i, 16;
  add.u64 %out, %out, %at;
  ld.global.v4.u32 {%c0, %c1, %c2, %c3}, [%in];
  ld.global.v4.u32 {%c4, %c5, %c6, %c7}, [%in+16];
  ld.global.v4.u32 {%c8, %c9, %c10, %c11}, [%in+32];
  mov.u32 %r0, 0;
  mov.u32 %r1, 0;
  mov.u32 %r2, 0;
  mov.u32 %r3, 0;
  {BODY}
  st.global.v4.u32 [%out], {%r0, %r1, %r2, %r3};
  ret;
}
"""
HEAD = ".version 8.5\n.target sm_90\n.address_size 64\n"
MODES = {"wrap": 0, "clamp": 1, "mirror": 2, "border": 3}


class ArrayDescriptor(ctypes.Structure):
    _fields_ = [("width", ctypes.c_size_t), ("height", ctypes.c_size_t), ("depth", ctypes.c_size_t), ("format", ctypes.c_int),
                ("channels", ctypes.c_uint), ("flags", ctypes.c_uint)]


class Copy3D(ctypes.Structure):
    _fields_ = [(side + name, kind) for side in ("src", "dst") for name, kind in (
        ("x", ctypes.c_size_t), ("y", ctypes.c_size_t), ("z", ctypes.c_size_t), ("lod", ctypes.c_size_t), ("type", ctypes.c_int),
        ("host", ctypes.c_void_p), ("device", ctypes.c_uint64), ("array", ctypes.c_void_p), ("reserved", ctypes.c_void_p),
        ("pitch", ctypes.c_size_t), ("height", ctypes.c_size_t))] + [(n, ctypes.c_size_t) for n in ("width", "height", "depth")]


class ResourceDescriptor(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("pad", ctypes.c_int), ("words", ctypes.c_uint32 * 32), ("flags", ctypes.c_uint)]


class TextureDescriptor(ctypes.Structure):
    _fields_ = [("modes", ctypes.c_int * 3), ("filter", ctypes.c_int), ("flags", ctypes.c_uint), ("anisotropy", ctypes.c_uint),
                ("mip_filter", ctypes.c_int), ("bias", ctypes.c_float), ("least", ctypes.c_float), ("most", ctypes.c_float),
                ("border", ctypes.c_float * 4), ("reserved", ctypes.c_int * 12)]


FORMATS = {"u8": 1, "u16": 2, "u32": 3, "s8": 8, "s16": 9, "s32": 10, "f16": 16, "f32": 32}
LAYERED, SURFACE, CUBE, GATHER = 1, 2, 4, 8


class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.broken = False  # by a kernel that faulted
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments, may_fail=False):
        status = getattr(self.cuda, name)(*arguments)
        if status != 0 and not may_fail:
            sys.exit(f"textures.py: {name} failed with {status}")
        return status

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer

    def function(self, instruction):
        handle, function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(4096)
        options, values = (ctypes.c_int * 2)(5, 6), (ctypes.c_void_p * 2)(ctypes.addressof(log), 4096)
        text = HEAD + WRAPPER.replace("{INDEX}", "").replace("{BODY}", instruction)
        if self.call("cuModuleLoadDataEx", ctypes.byref(handle), text.encode(), 2, options, values, may_fail=True) != 0:
            return None, " ".join(log.value.decode(errors="replace").split())[:200]
        if self.call("cuModuleGetFunction", ctypes.byref(function), handle, b"k", may_fail=True) != 0:
            return None, "the module has no kernel"
        return function, ""


class Resident:
    """An image on the device: an array, its levels, or plain memory."""

    def __init__(self, driver, spec):
        self.driver, self.spec = driver, spec
        self.texel = BYTES[spec["form"]] * spec["channels"]
        shape = spec["shape"]
        self.pitch = (spec["width"] * self.texel + 511) // 512 * 512
        if shape in ("linear", "pitch"):
            self.memory = driver.allocate(spec["width"] * self.texel if shape == "linear" else self.pitch * spec["height"])
        else:
            flags = (LAYERED if shape[0] == "a" else 0) | (CUBE if "cube" in shape else 0) | (GATHER if spec["gather"] else 0)
            flags |= SURFACE if not spec["gather"] and spec["levels"] == 1 else 0
            descriptor = ArrayDescriptor(spec["width"], 0 if shape in ("1d", "a1d") else spec["height"],
                                         0 if shape in ("1d", "2d") else spec["depth"], FORMATS[spec["form"]], spec["channels"], flags)
            self.array, self.mipmap = ctypes.c_void_p(), ctypes.c_void_p()
            if spec["levels"] > 1:
                driver.call("cuMipmappedArrayCreate", ctypes.byref(self.mipmap), ctypes.byref(descriptor), spec["levels"])
            else:
                driver.call("cuArray3DCreate_v2", ctypes.byref(self.array), ctypes.byref(descriptor))
        self.upload()

    def level_copies(self, data, to_device):
        spec, offset = self.spec, 0
        for level in range(spec["levels"]):
            w, h = max(1, spec["width"] >> level), max(1, spec["height"] >> level)
            d = max(1, spec["depth"] >> level) if spec["shape"] == "3d" else spec["depth"]
            copy = Copy3D(width=w * self.texel, height=h, depth=d)
            device, host = ("dst", "src") if to_device else ("src", "dst")
            setattr(copy, host + "type", 1)
            setattr(copy, host + "host", ctypes.addressof(data) + offset)
            setattr(copy, host + "pitch", w * self.texel)
            setattr(copy, host + "height", h)
            if spec["shape"] in ("linear", "pitch"):
                setattr(copy, device + "type", 2)
                setattr(copy, device + "device", self.memory.value)
                setattr(copy, device + "pitch", self.pitch)
                setattr(copy, device + "height", h)
            else:
                array = self.array
                if spec["levels"] > 1:
                    array = ctypes.c_void_p()
                    self.driver.call("cuMipmappedArrayGetLevel", ctypes.byref(array), self.mipmap, level)
                setattr(copy, device + "type", 3)
                setattr(copy, device + "array", array.value)
            self.driver.call("cuMemcpy3D_v2", ctypes.byref(copy))
            offset += w * h * d * self.texel

    def upload(self):
        self.level_copies(ctypes.create_string_buffer(self.spec["data"], len(self.spec["data"])), True)

    def download(self):
        data = ctypes.create_string_buffer(len(self.spec["data"]))
        self.level_copies(data, False)
        return data.raw

    def resource(self):
        spec, words = self.spec, (ctypes.c_uint32 * 32)()

        def put(at, form, value):
            raw = struct.pack(form, value)
            for i in range(0, len(raw), 4):
                words[at + i // 4] = struct.unpack_from("<I", raw, i)[0]
        if spec["shape"] in ("linear", "pitch"):
            put(0, "<Q", self.memory.value)
            put(2, "<I", FORMATS[spec["form"]])
            put(3, "<I", spec["channels"])
            if spec["shape"] == "linear":
                put(4, "<Q", spec["width"] * self.texel)
                return ResourceDescriptor(type=2, words=words)
            put(4, "<Q", spec["width"])
            put(6, "<Q", spec["height"])
            put(8, "<Q", self.pitch)
            return ResourceDescriptor(type=3, words=words)
        put(0, "<Q", (self.mipmap if spec["levels"] > 1 else self.array).value)
        return ResourceDescriptor(type=1 if spec["levels"] > 1 else 0, words=words)


def words_text(words):
    return "".join(f"{w:08x}" for w in words)


def record(path):
    driver = Driver()
    source, target = driver.allocate(texture_cases.POINTS * 48 + 65536), driver.allocate(texture_cases.POINTS * 16 + 65536)
    resident = {name: Resident(driver, spec) for name, spec in images.items()}
    objects, functions, used_images, used_textures, used_points, lines = {}, {}, [], [], [], []
    for of, at, instruction in fetches:
        if driver.broken:
            break
        is_surface = of in images
        if of not in objects:
            handle = ctypes.c_uint64()
            resource = resident[of if is_surface else textures[of][0]].resource()
            if is_surface:
                status = driver.call("cuSurfObjectCreate", ctypes.byref(handle), ctypes.byref(resource), may_fail=True)
            else:
                _, modes, filter, read, normalized, srgb, seamless, border, mip_filter, bias, least, most = textures[of]
                flags = (read == "element") | normalized << 1 | srgb << 4 | seamless << 6
                descriptor = TextureDescriptor(modes=(ctypes.c_int * 3)(*[MODES[m] for m in modes.split()]), filter=filter == "linear",
                                               flags=flags, mip_filter=mip_filter == "linear", bias=bias, least=least, most=most,
                                               border=(ctypes.c_float * 4)(*border))
                status = driver.call("cuTexObjectCreate", ctypes.byref(handle), ctypes.byref(resource), ctypes.byref(descriptor),
                                     None, may_fail=True)
            objects[of] = handle if status == 0 else None
            if status != 0:
                print(f"refused with {status}: {of} {textures.get(of, of)}")
        if objects[of] is None:
            continue
        if instruction not in functions:
            functions[instruction], why = driver.function(instruction)
            if functions[instruction] is None:
                print(f"refused: {instruction}: {why}")
        if functions[instruction] is None:
            continue
        count = len(points[at])
        packed = (ctypes.c_uint32 * (count * 12))()
        for i, words in enumerate(points[at]):
            packed[12 * i:12 * i + len(words)] = words
        driver.call("cuMemcpyHtoD_v2", source, packed, ctypes.c_size_t(count * 48))
        number = ctypes.c_uint(count)
        arguments = (ctypes.c_void_p * 4)(*[ctypes.addressof(a) for a in (objects[of], source, target, number)])
        driver.call("cuLaunchKernel", functions[instruction], (count + 63) // 64, 1, 1, 64, 1, 1, 0, None, arguments, None)
        if driver.call("cuCtxSynchronize", may_fail=True) != 0:
            print(f"faulted, and ends the recording: {of} {instruction}")
            driver.broken = True
            continue
        if "sust" in instruction or "sured" in instruction:
            answer = resident[of].download().hex()
            resident[of].upload()
        else:
            results = (ctypes.c_uint32 * (count * 4))()
            driver.call("cuMemcpyDtoH_v2", results, target, ctypes.c_size_t(count * 16))
            columns = [[results[4 * i + c] for i in range(count)] for c in range(4)]
            answer = "\t".join(f"={column[0]:08x}" if len(set(column)) == 1 else words_text(column) for column in columns)
        lines.append("\t".join(["surface" if is_surface else "fetch", of, at, instruction, answer]))
        used_textures += [] if is_surface else [of]
        used_images.append(of if is_surface else textures[of][0])
        used_points.append(at)
    with open(path, "w", encoding="ascii") as out:
        out.write("# What an NVIDIA H200 answered to texture and surface instructions (record/textures.py says how to read this).\n")
        for name in dict.fromkeys(used_images):
            i = images[name]
            out.write(f"image\t{name}\t{i['shape']} {i['form']} {i['channels']} {i['width']} {i['height']} {i['depth']} {i['levels']} "
                      f"{i['gather']}\t{i['data'].hex()}\n")
        for name in dict.fromkeys(used_textures):
            of, modes, filter, read, normalized, srgb, seamless, border, mip_filter, bias, least, most = textures[name]
            numbers = " ".join(f"{bits(v):08x}" for v in border)
            out.write(f"texture\t{name}\t{of} {modes} {filter} {read} {normalized} {srgb} {seamless} {numbers} {mip_filter} "
                      f"{bits(bias):08x} {bits(least):08x} {bits(most):08x}\n")
        for name in dict.fromkeys(used_points):
            out.write(f"points\t{name}\t{len(points[name][0])}\t" + "".join(words_text(p) for p in points[name]) + "\n")
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} of {len(fetches)} cases")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    texture_cases.make(int(sys.argv[3]) if len(sys.argv) > 3 else texture_cases.POINTS)
    if sys.argv[1] == "record":
        record(sys.argv[2])
    elif sys.argv[1] == "ptx":
        with open(sys.argv[2], "w", encoding="ascii") as out:
            out.write(HEAD)
            for i, instruction in enumerate(dict.fromkeys(f[2] for f in fetches)):
                out.write(WRAPPER.replace("{INDEX}", str(i)).replace("{BODY}", instruction))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()

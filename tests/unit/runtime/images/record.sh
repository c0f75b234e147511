#!/bin/sh
# Records the fat binaries of this folder with the nvcc that is on the PATH.
set -e
cd "$(dirname "$0")"
ptx='-gencode arch=compute_75,code=compute_75'
nvcc $ptx --compress-mode=none -fatbin scale.cu -o plain.fatbin
nvcc $ptx --compress-mode=speed -fatbin scale.cu -o lz4.fatbin
nvcc $ptx --compress-mode=size -fatbin scale.cu -o zstd.fatbin
nvcc $ptx -gencode arch=compute_90,code=compute_90 -gencode arch=compute_100,code=compute_100 -fatbin scale.cu -o three.fatbin
nvcc -gencode arch=compute_75,code=sm_75 -fatbin scale.cu -o machine_code.fatbin

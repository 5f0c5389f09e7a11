module strongroom/launcher

go 1.19

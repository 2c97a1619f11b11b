"""From C to numpy without copies: the library, structs as objects, arrays as views."""
import functools
import os
import warnings

import numpy as np

from ._declared import ffi


def _open():
    """$ENGINE_LIBRARY, else the library of the build this stands in, else the installed one."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(here, "..", "..", "..", "libengine.so")
    named = os.environ.get("ENGINE_LIBRARY")
    return ffi.dlopen(named or (beside if os.path.exists(beside) else "libengine.so.0"))


lib = _open()


@functools.lru_cache(maxsize=None)
def dtype_of(ctype):
    """The type of numpy that lies in memory as a type of C does."""
    if ctype.kind == "struct":
        names, formats, offsets = [], [], []
        for name, field in ctype.fields:
            if field.type.kind in ("primitive", "enum", "struct", "array"):
                names.append(name)
                formats.append(dtype_of(field.type))
                offsets.append(field.offset)
        return np.dtype({"names": names, "formats": formats, "offsets": offsets,
                         "itemsize": ffi.sizeof(ctype)})
    if ctype.kind == "array":
        return np.dtype((dtype_of(ctype.item), (ctype.length,)))
    if ctype.kind == "enum":
        return np.dtype(np.int32)
    size = ffi.sizeof(ctype)
    if ctype.cname in ("float", "double"):
        return np.dtype(f"f{size}")
    if ctype.cname == "char":
        return np.dtype(np.uint8)
    return np.dtype(f"{'i' if int(ffi.cast(ctype, -1)) < 0 else 'u'}{size}")


class _Memory:
    """What an array of numpy has as its base: memory of the library, and whose it is, so that the
    owner lives as long as the array does."""

    def __init__(self, address, shape, dtype, owner):
        self.owner = owner
        self.__array_interface__ = {"version": 3, "shape": shape, "typestr": dtype.str,
                                    "descr": dtype.descr, "data": (address, False)}


def view(pointer, ctype, shape, owner):
    """The numbers at a pointer, as an array that shares them; one without rows where there are none."""
    dtype = dtype_of(ctype)
    address = int(ffi.cast("uintptr_t", pointer))
    if not address:  # not made in this step, whatever its size would be
        shape = (0, *shape[1:])
    if 0 in shape:
        return np.empty(shape, dtype)
    raw = np.dtype(f"V{dtype.itemsize}") if dtype.names else dtype
    return np.asarray(_Memory(address, shape, raw, owner)).view(dtype)


class Struct:
    """A struct of the API: numbers as numbers, arrays as views, structs as structs."""

    _table = {}  # of members that are pointers: type and shape, see _table.py

    def __init__(self, c, owner=None):
        self.__dict__.update(c=c, _owner=owner, _members=dict(ffi.typeof(c).item.fields))

    def _sizes(self):
        """The model and the data that shapes of the table speak of."""
        raise AttributeError

    def __getattr__(self, name):
        if name in self._table:
            ctype, shape = self._table[name]
            return view(getattr(self.c, name), ffi.typeof(ctype), shape(*self._sizes()), self)
        if name.startswith("_") or name not in self._members:
            raise AttributeError(f"{type(self).__name__} has no member '{name}'")
        ctype = self._members[name].type
        if ctype.kind == "array":
            item, shape = ctype, []
            while item.kind == "array":
                shape.append(item.length)
                item = item.item
            return view(ffi.addressof(self.c, name), item, tuple(shape), self)
        if ctype.kind in ("struct", "union"):
            return Struct(ffi.addressof(self.c, name), self)
        return getattr(self.c, name)

    def __setattr__(self, name, value):
        if name in self._table or (name in self._members and
                                   self._members[name].type.kind == "array"):
            getattr(self, name)[...] = value
        elif name in self._members:
            setattr(self.c, name, value)
        else:
            raise AttributeError(f"{type(self).__name__} has no member '{name}'")

    def __dir__(self):
        return sorted({*super().__dir__(), *self._members})


def argument(value, ctype):
    """A value of Python as an argument of a function: nothing is copied but text."""
    if isinstance(value, Struct):
        return value.c
    if value is None:
        return ffi.NULL
    if isinstance(value, (str, os.PathLike)):
        return os.fsencode(value)
    if isinstance(value, np.ndarray) and ctype.kind == "pointer":
        if ctype.item.kind != "void" and value.dtype != dtype_of(ctype.item):
            needed = dtype_of(ctype.item)
            what = ctype.item.cname.split()[-1].rstrip("_") if needed.names else f"an array of {needed}"
            raise TypeError(f"{what} is needed, not an array of {value.dtype}")
        if not value.flags.c_contiguous:
            raise TypeError("the array must be contiguous, rows after rows")
        return ffi.cast(ctype, value.ctypes.data)
    return value


@functools.lru_cache(maxsize=None)
def member(name):
    """A function of the library that takes what Python has: models, data, arrays, text; or the
    number that an enumeration calls `name`."""
    called = getattr(lib, name)
    if isinstance(called, int):  # a value of an enumeration
        return called
    ctype = ffi.typeof(called)
    if ctype.kind != "function":
        raise AttributeError(f"'{name}' is no function")
    types = list(ctype.args)

    def call(*given):
        known = types + [ffi.typeof("void *")] * (len(given) - len(types))
        result = called(*(argument(value, kind) for value, kind in zip(given, known)))
        if ctype.result is ffi.typeof("char *"):
            return ffi.string(result).decode() if result else None
        return result

    call.__name__ = name
    call.__doc__ = ffi.getctype(ctype, name)
    return call


@ffi.callback("void(char *)")
def _warned(text):
    warnings.warn(ffi.string(text).decode(errors="replace"), RuntimeWarning, stacklevel=2)


lib.mju_user_warning = _warned

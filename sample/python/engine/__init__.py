"""The engine in Python: models and data as objects, their arrays as numpy arrays that share memory.

    import engine
    m = engine.Model.load("humanoid.xml")
    d = engine.Data(m)
    d.ctrl[:] = 0.1
    d.step(100)
    print(d.qpos, d.xpos[m.id("body", "torso")])

Every function of the API is here under its own name and takes models, data and arrays:
engine.mj_energyPos(m, d).  Constants too: engine.mjGEOM_BOX.  See doc/python.md.
"""
import numpy as np

from . import _table
from ._access import Struct, argument, ffi, lib, member

__all__ = ["Model", "Data", "ModelError", "rollout", "lib", "ffi"]


class ModelError(ValueError):
    """A model that cannot be read; the text says file, line, element and what would be right."""


class Model(Struct):
    """An mjModel: constant, may serve any number of data in any number of threads."""

    _table = _table.MODEL

    def __init__(self, c):
        super().__init__(ffi.gc(c, lib.mj_deleteModel))

    @classmethod
    def load(cls, path):
        """From a file: MJCF or URDF, or a binary model (.mjb)."""
        if str(path).endswith(".mjb"):
            c = lib.mj_loadModel(argument(path, None), ffi.NULL)
            if not c:
                raise ModelError(f"{path}: no binary model of this version")
            return cls(c)
        return cls._read(argument(path, None), ffi.NULL)

    @classmethod
    def from_text(cls, text, files=None):
        """From MJCF or URDF as text; files: {name: bytes} of what it names."""
        vfs = ffi.new("mjVFS *")
        lib.mj_defaultVFS(vfs)
        try:
            for name, held in {**(files or {}), "model.xml": text.encode()}.items():
                if lib.mj_addBufferVFS(vfs, name.encode(), held, len(held)):
                    raise ModelError(f"file '{name}' cannot be added")
            return cls._read(b"model.xml", vfs)
        finally:
            lib.mj_deleteVFS(vfs)

    @classmethod
    def _read(cls, path, vfs):
        error = ffi.new("char[1000]")
        c = lib.mj_loadXML(path, vfs, error, len(error))
        if not c:
            raise ModelError(ffi.string(error).decode(errors="replace"))
        return cls(c)

    def _sizes(self):
        return self.c, None

    def id(self, kind, name):
        """The number of the element of a kind ("body", "joint", "actuator", ...) with a name."""
        found = lib.mj_name2id(self.c, lib.mju_str2Type(kind.encode()), name.encode())
        if found < 0:
            raise KeyError(f"no {kind} '{name}'")
        return found

    def name(self, kind, number):
        """The name of element `number` of a kind; None when it has none."""
        text = lib.mj_id2name(self.c, lib.mju_str2Type(kind.encode()), number)
        return ffi.string(text).decode() if text else None


class Data(Struct):
    """An mjData: state, controls, and all that is computed from them.

    Arrays that depend on contacts (contact, efc_*, island_*) are those of the last step; take them
    anew after each."""

    _table = _table.DATA

    def __init__(self, model):
        c = lib.mj_makeData(model.c)
        if not c:
            raise MemoryError("no memory for data")
        super().__init__(ffi.gc(c, lib.mj_deleteData), model)

    def _sizes(self):
        return self._owner.c, self.c

    @property
    def model(self):
        return self._owner

    def step(self, count=1):
        for _ in range(count):
            lib.mj_step(self._owner.c, self.c)

    def forward(self):
        lib.mj_forward(self._owner.c, self.c)

    def reset(self, key=None):
        """As it began, or to a keyframe by its number or name."""
        if key is None:
            lib.mj_resetData(self._owner.c, self.c)
            return
        number = self._owner.id("key", key) if isinstance(key, str) else key
        if not 0 <= number < self._owner.nkey:
            raise KeyError(f"no keyframe {number}")
        lib.mj_resetDataKeyframe(self._owner.c, self.c, number)

    def state(self, kind=None):
        """A copy of the state, of the parts in `kind` (mjSTATE_*); set_state puts it back."""
        kind = lib.mjSTATE_INTEGRATION if kind is None else kind
        values = np.empty(lib.mj_stateSize(self._owner.c, kind))
        lib.mj_getState(self._owner.c, self.c, argument(values, _numbers), kind)
        return values

    def set_state(self, values, kind=None):
        kind = lib.mjSTATE_INTEGRATION if kind is None else kind
        values = np.ascontiguousarray(values, float)
        size = lib.mj_stateSize(self._owner.c, kind)
        if values.shape != (size,):
            raise ValueError(f"the state has {size} numbers, not {values.shape}")
        lib.mj_setState(self._owner.c, self.c, argument(values, _numbers), kind)


_numbers = ffi.typeof("mjtNum *")


def rollout(model, initial, control=None, nstep=None, threads=1):
    """Many trajectories at once: states and sensors after each step, the bits of steps one by one.

    initial: (n, size of mjSTATE_INTEGRATION), as Data.state gives them; control: (n, steps, nu) or,
    without, nstep.  Returns states (n, steps, size) and sensordata (n, steps, nsensordata)."""
    kind = lib.mjSTATE_INTEGRATION
    size = lib.mj_stateSize(model.c, kind)
    initial = np.ascontiguousarray(np.atleast_2d(initial), float)
    if initial.shape[1:] != (size,):
        raise ValueError(f"initial states have {size} numbers each, not {initial.shape[1:]}")
    if control is not None:
        control = np.ascontiguousarray(control, float)
        if control.ndim != 3 or control.shape[::2] != (len(initial), model.nu):
            raise ValueError(f"controls are ({len(initial)}, steps, {model.nu}), not {control.shape}")
        nstep = control.shape[1]
    if nstep is None:
        raise ValueError("neither controls nor nstep say how many steps there are")
    states = np.empty((len(initial), nstep, size))
    sensors = np.empty((len(initial), nstep, model.nsensordata))
    room = [Data(model) for _ in range(max(1, threads))]
    pool = lib.mju_threadPoolCreate(threads - 1) if threads > 1 else ffi.NULL
    try:
        order = ffi.new("engRollout *", {
            "nrollout": len(initial), "nstep": nstep, "state_sig": kind,
            "control_sig": lib.mjSTATE_CTRL, "initial": argument(initial, _numbers),
            "control": argument(control, _numbers), "state": argument(states, _numbers),
            "sensor": argument(sensors, _numbers), "nvalid": ffi.NULL})
        data = ffi.new("mjData *[]", [one.c for one in room])
        if lib.eng_rollout(model.c, data, len(room), pool, order) < 0:
            raise ValueError("eng_rollout refused its arguments")
    finally:
        if pool:
            lib.mju_threadPoolDestroy(pool)
    return states, sensors


def __getattr__(name):
    """Constants and functions of the API by their names."""
    if name in _table.CONSTANTS:
        return _table.CONSTANTS[name]
    if name.startswith(("mj", "eng")):
        return member(name)
    raise AttributeError(f"module 'engine' has no '{name}'")

#!/usr/bin/env python3
"""Tests of the module: test_engine.py MODELS (a folder with models)."""
import gc
import sys
import unittest
import warnings
from pathlib import Path

import numpy as np

import engine
from engine import _table

MODELS = Path(sys.argv.pop(1) if len(sys.argv) > 1 else "model")


def address(array):
    return array.__array_interface__["data"][0]


class Arrays(unittest.TestCase):
    def setUp(self):
        self.m = engine.Model.load(MODELS / "humanoid.xml")
        self.d = engine.Data(self.m)

    def test_are_the_memory_of_the_library(self):
        self.assertEqual(address(self.d.qpos), int(engine.ffi.cast("uintptr_t", self.d.c.qpos)))
        self.d.qpos[2] = 7
        self.assertEqual(self.d.c.qpos[2], 7)
        self.d.forward()
        self.assertEqual(self.d.xpos[1, 2], 7)
        before = self.m.body_mass.sum()
        self.m.body_mass *= 2
        self.assertEqual(self.m.c.body_mass[1] * 2, 2 * self.m.body_mass[1])
        self.assertAlmostEqual(self.m.body_mass.sum(), 2 * before)

    def test_live_as_long_as_they_are_used(self):
        qpos = self.d.qpos
        qpos[:] = np.arange(len(qpos))
        del self.d, self.m
        gc.collect()
        junk = [np.ones(1000) for _ in range(1000)]
        self.assertEqual(list(qpos), list(range(len(qpos))))
        self.assertTrue(junk)

    # Arrays made for a model lie in its one block, none over another: were a type or a shape
    # wrong, some would.
    def test_every_array_of_every_model_has_its_place(self):
        for path in sorted(MODELS.glob("*.xml")):
            m = engine.Model.load(path)
            d = engine.Data(m)
            d.step(5)
            in_arena = set(list(_table.DATA)[list(_table.DATA).index("contact"):])
            for owner, table in ((m, _table.MODEL), (d, _table.DATA)):
                start = int(engine.ffi.cast("uintptr_t", owner.c.buffer))
                places = []
                for name in table:
                    array = getattr(owner, name)
                    if array.size and name not in in_arena:
                        places.append((address(array), address(array) + array.nbytes, name))
                places.sort()
                self.assertGreater(len(places), 60, path)
                self.assertGreaterEqual(places[0][0], start, path)
                self.assertLessEqual(places[-1][1], start + owner.nbuffer, path)
                for (_, end, first), (begin, _, second) in zip(places, places[1:]):
                    self.assertLessEqual(end, begin, f"{path}: {first} and {second}")
                if owner is m:  # little is lost between them
                    self.assertGreater(sum(e - b for b, e, _ in places), .8 * m.nbuffer - 65536)

    def test_structs_inside(self):
        self.m.opt.timestep = 0.001
        self.m.opt.gravity[:] = 0, 0, -1
        self.d.qpos[2] = 100
        self.d.step()
        self.assertEqual(self.d.time, 0.001)
        self.assertAlmostEqual(self.d.qvel[2], -0.001)
        self.assertEqual(self.d.timer["number"].shape, (engine.mjNTIMER,))

    def test_contacts(self):
        self.d.step(300)
        contact = self.d.contact
        self.assertEqual(len(contact), self.d.ncon)
        self.assertGreater(len(contact), 0)
        self.assertTrue((contact["dist"] < 0.01).all())
        self.assertEqual(contact["pos"].shape, (self.d.ncon, 3))
        force = np.empty(6)
        engine.mj_contactForce(self.m, self.d, 0, force)
        self.assertGreaterEqual(force[0], 0)

    # No array is numpy's own with whatever numbers were in memory.
    def test_what_was_not_made_has_no_rows(self):
        self.d.step(200)
        self.assertFalse(self.d.c.efc_AR_rownnz)  # made for PGS alone
        self.assertEqual(len(self.d.efc_AR_rownnz), 0)
        for owner, table in ((self.m, _table.MODEL), (self.d, _table.DATA)):
            for name in table:
                array = getattr(owner, name)
                self.assertFalse(array.size and array.flags.owndata, name)

    def test_a_member_that_is_not_there(self):
        with self.assertRaisesRegex(AttributeError, "Data has no member 'qpso'"):
            self.d.qpso
        with self.assertRaisesRegex(AttributeError, "Data has no member 'qpso'"):
            self.d.qpso = 1


class Functions(unittest.TestCase):
    def test_take_models_data_and_arrays(self):
        m = engine.Model.load(MODELS / "arm.xml")
        d = engine.Data(m)
        d.forward()
        jacp = np.empty((3, m.nv))
        body = m.nbody - 1
        engine.mj_jacBody(m, d, jacp, None, body)
        # against differences: the Jacobian is what positions do when joints move
        for dof in range(m.nv):
            other = engine.Data(m)
            other.qpos[:] = d.qpos
            other.qpos[m.jnt_qposadr[m.dof_jntid[dof]]] += 1e-6
            other.forward()
            np.testing.assert_allclose((other.xpos[body] - d.xpos[body]) / 1e-6, jacp[:, dof],
                                       atol=1e-5)

    def test_refuse_what_C_would_misread(self):
        m = engine.Model.load(MODELS / "arm.xml")
        d = engine.Data(m)
        with self.assertRaisesRegex(TypeError, "float64"):
            engine.mj_jacBody(m, d, np.empty((3, m.nv), np.float32), None, 1)
        with self.assertRaisesRegex(TypeError, "contiguous"):
            engine.mj_jacBody(m, d, np.empty((m.nv, 3)).T, None, 1)
        with self.assertRaisesRegex(TypeError, "^mjData is needed, not an array of float64$"):
            engine.mj_energyPos(m, np.zeros(3))

    def test_give_text_and_constants(self):
        self.assertRegex(engine.mj_versionString(), r"^3\.")
        self.assertEqual(engine.mjGEOM_BOX, 6)
        self.assertEqual(engine.mjMINVAL, 1e-15)
        with self.assertRaises(AttributeError):
            engine.mj_nothing

    # every function that the headers declare is in the library under its name
    def test_are_all_there(self):
        declared = [name for name in dir(engine.lib) if name.startswith(("mj_", "mju_", "mjd_", "eng_"))]
        self.assertGreater(len(declared), 300)
        for name in declared:
            getattr(engine.lib, name)


class Models(unittest.TestCase):
    def test_names(self):
        m = engine.Model.load(MODELS / "humanoid.xml")
        for i in range(m.nbody):
            self.assertEqual(m.id("body", m.name("body", i)), i)
        with self.assertRaisesRegex(KeyError, "no body 'tail'"):
            m.id("body", "tail")

    def test_from_text_with_files(self):
        m = engine.Model.from_text(
            '<mujoco><include file="ball.xml"/></mujoco>',
            {"ball.xml": b'<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'})
        self.assertEqual((m.nbody, m.nv), (2, 6))

    def test_errors_say_where(self):
        with self.assertRaisesRegex(engine.ModelError, r"model.xml:1:\d+: .*'sizes'.*did you mean 'size'"):
            engine.Model.from_text('<mujoco><worldbody><geom sizes="1"/></worldbody></mujoco>')
        with self.assertRaisesRegex(engine.ModelError, "missing"):
            engine.Model.load("missing.xml")

    def test_warnings_are_pythons(self):
        m = engine.Model.from_text('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body>'
                                   '</worldbody></mujoco>')
        d = engine.Data(m)
        d.qvel[0] = np.nan
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            d.step()
        self.assertEqual(len(said), 1)
        self.assertEqual(d.warning["number"][engine.mjWARN_BADQVEL], 1)


class Rollouts(unittest.TestCase):
    def test_have_the_bits_of_steps(self):
        m = engine.Model.load(MODELS / "cart_pole.xml")
        d = engine.Data(m)
        rng = np.random.default_rng(1)
        control = rng.uniform(-1, 1, (6, 40, m.nu))
        initial = np.repeat(d.state()[None], 6, 0)
        initial[:, 1] += rng.uniform(-1, 1, 6)
        states, sensors = engine.rollout(m, initial, control, threads=3)
        alone, _ = engine.rollout(m, initial, control)
        np.testing.assert_array_equal(states, alone)
        for i in range(6):
            d.reset()
            d.set_state(initial[i])
            for k in range(40):
                d.ctrl[:] = control[i, k]
                d.step()
                np.testing.assert_array_equal(d.state(), states[i, k])
                np.testing.assert_array_equal(d.sensordata, sensors[i, k])
        self.assertNotEqual(states[0, -1, 1], states[1, -1, 1])

    def test_refuse_wrong_shapes(self):
        m = engine.Model.load(MODELS / "cart_pole.xml")
        with self.assertRaisesRegex(ValueError, "controls are"):
            engine.rollout(m, engine.Data(m).state(), np.zeros((2, 5, m.nu)))
        with self.assertRaisesRegex(ValueError, "numbers each"):
            engine.rollout(m, np.zeros((1, 1)), nstep=3)


if __name__ == "__main__":
    unittest.main()

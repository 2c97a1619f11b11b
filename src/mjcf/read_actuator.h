// Actuators and their shortcuts.
#pragma once

#include "mjcf/read.h"

void* make_actuator(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def);

// The object an actuator acts on.
void read_transmission(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target);

// Report what a shortcut returned, if it refuses: at the first attribute that it is about.
void report_shortcut(reader* r, const xml_node* node, const char* text);

// Each checks the transmission and turns the actuator into its shortcut; for actuators and for
// members of <default>.
void finish_general(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_motor(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_position(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_velocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_intvelocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_damper(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_cylinder(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_muscle(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_adhesion(reader* r, const xml_node* node, const scope* s, void* target, draft* d);
void finish_plugin_actuator(reader* r, const xml_node* node, const scope* s, void* target,
                            draft* d);

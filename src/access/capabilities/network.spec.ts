import { expect, test } from '@jest/globals';
import { networkCapabilities } from './network.js';

const RULES = { superAdmins: new Set(['root']), addsUsers: false, activatesPlugins: false };
const GRANTED = new Set(['edit_posts', 'unfiltered_html', 'create_users', 'edit_users', 'activate_plugins']);

test('roles do not grant what only super admins have', () => {
  expect([...networkCapabilities(GRANTED, 'keeper', RULES)]).toEqual(['edit_posts']);
  expect(networkCapabilities(new Set(['manage_network']), 'keeper', RULES).size).toBe(0);
});

test('a network can let administrators of sites create accounts and activate plugins', () => {
  const rules = { ...RULES, addsUsers: true, activatesPlugins: true };
  expect([...networkCapabilities(GRANTED, 'keeper', rules)]).toEqual([
    'edit_posts',
    'create_users',
    'activate_plugins',
  ]);
});

test('super admins have every capability, also without a role on the site', () => {
  const own = networkCapabilities(new Set(), 'root', RULES);
  expect(['unfiltered_html', 'delete_users', 'anything'].every((name) => own.has(name))).toBe(true);
});

import type { ClientRole, Right } from './role-queries';

/** Why a right can't be ticked or unticked: a ticked right needs it, every sign-in has it, or the user lacks it. */
export type Fixed = 'needed' | 'everybody' | 'lacking';

/** The rights of a role with those that they need. */
function withNeeds(selection: ReadonlySet<number>, rights: readonly Right[]): Set<number> {
  const all = new Set(selection);
  for (const { id, needs, everybody } of rights) {
    if (everybody) all.add(id);
    if (selection.has(id)) for (const needed of needs) all.add(needed);
  }
  return all;
}

/** Why a right is fixed while a role has these; undefined if it can be changed. */
export function fixedBecause(
  right: Right,
  selection: ReadonlySet<number>,
  rights: readonly Right[],
  own: readonly number[],
): Fixed | undefined {
  if (right.everybody) return 'everybody';
  if (!own.includes(right.id)) return 'lacking';
  return rights.some(({ id, needs }) => selection.has(id) && needs.includes(right.id)) ? 'needed' : undefined;
}

/** Ticks or unticks a right. What it needs is ticked with it. */
export function toggled(selection: ReadonlySet<number>, right: Right, rights: readonly Right[]): Set<number> {
  const next = new Set(selection);
  if (!next.delete(right.id)) next.add(right.id);
  return withNeeds(next, rights);
}

/** What a change adds to a role and takes from it. */
export function difference(role: ClientRole, selection: ReadonlySet<number>, rights: readonly Right[]) {
  const before = new Set(role.permission);
  return {
    added: rights.filter(({ id }) => selection.has(id) && !before.has(id)),
    removed: rights.filter(({ id }) => !selection.has(id) && before.has(id)),
  };
}

import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { ActionIcon, Checkbox } from '@mantine/core';
import { IconCheck, IconLock, IconMinus, IconPencil, IconUsers } from '@tabler/icons-react';
import { Fragment, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { Tag } from '@shared/ui/tag';

import type { ClientRole, ClientRoles, Right } from './role-queries';
import { fixedBecause, toggled } from './role-rights';
import { roleTexts, useRightWords } from './role-texts';
import classes from './roles.module.css';
import { WhoHasDialog } from './who-has';

/** The rights that are selection for the role that is edited. */
interface Draft {
  role: ClientRole;
  selection: ReadonlySet<number>;
  onChange: (selection: Set<number>) => void;
}

interface MatrixProps {
  data: ClientRoles;
  /** The permissions of the user. */
  own: readonly number[];
  draft?: Draft;
  onEdit?: (id: number) => void;
}

const groups = ['orders', 'bills', 'money', 'shop', 'team'] as const;

/** All permissions by all roles. The column of an edited role has boxes. */
export function RoleMatrix({ data, own, draft, onEdit }: MatrixProps) {
  const texts = useTexts(roleTexts);
  const [shownRight, setShownRight] = useState<Right>();
  const [opened, setOpened] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={texts.title}>
      <table className={classes['matrix']} aria-label={texts.title}>
        <thead>
          <tr>
            <th scope="col">{texts.permission}</th>
            {data.roles.map((role) => (
              <th key={role.id} scope="col" data-edited={role.id === draft?.role.id || undefined}>
                <RoleHead role={role} edited={role.id === draft?.role.id} onEdit={onEdit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group}>
              <tr className={classes['group']}>
                <th scope="rowgroup" colSpan={data.roles.length + 1}>
                  {texts.groups[group]}
                </th>
              </tr>
              {data.rights
                .filter((right) => right.group === group)
                .map((right) => (
                  <tr key={right.id}>
                    <th scope="row">
                      <RightName
                        right={right}
                        onAsk={() => {
                          setShownRight(right);
                          setOpened(true);
                        }}
                      />
                    </th>
                    {data.roles.map((role) => (
                      <td key={role.id} data-edited={role.id === draft?.role.id || undefined}>
                        {draft && role.id === draft.role.id ? (
                          <RightBox right={right} draft={draft} rights={data.rights} own={own} />
                        ) : (
                          <Mark has={right.everybody || role.permission.includes(right.id)} />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <WhoHasDialog right={shownRight} roles={data.roles} opened={opened} onClose={() => setOpened(false)} />
    </div>
  );
}

function RightName({ right, onAsk }: { right: Right; onAsk: () => void }) {
  const texts = useTexts(roleTexts);
  const { name, hint } = useRightWords()(right.id);
  return (
    <span className={classes['right']}>
      <span>
        {name} <span className={classes['hint']}>{hint}</span>
      </span>
      <ActionIcon variant="subtle" aria-label={texts.whoNamed(name)} title={texts.who} onClick={onAsk}>
        <IconUsers aria-hidden />
      </ActionIcon>
    </span>
  );
}

function Mark({ has }: { has: boolean }) {
  const texts = useTexts(roleTexts);
  const Icon = has ? IconCheck : IconMinus;
  return (
    <span
      className={classes['mark']}
      data-has={has || undefined}
      role="img"
      aria-label={has ? texts.has : texts.hasNot}
    >
      <Icon aria-hidden />
    </span>
  );
}

interface BoxProps {
  right: Right;
  draft: Draft;
  rights: readonly Right[];
  own: readonly number[];
}

function RightBox({ right, draft: { role, selection, onChange }, rights, own }: BoxProps) {
  const texts = useTexts(roleTexts);
  const fixed = fixedBecause(right, selection, rights, own);
  const has = selection.has(right.id) || right.everybody;
  const before = role.permission.includes(right.id) || right.everybody;
  const { name } = useRightWords()(right.id);
  const change = has === before ? undefined : has ? texts.added : texts.removed;
  return (
    <span className={classes['box']}>
      <Checkbox
        checked={has}
        disabled={fixed !== undefined}
        aria-label={texts.cell(name, role.name)}
        onChange={() => onChange(toggled(selection, right, rights))}
      />
      <span className={classes['note']} data-change={change && (has ? 'added' : 'removed')}>
        {change ?? (fixed && texts.because[fixed])}
      </span>
    </span>
  );
}

const shownPeople = 3;

interface HeadProps {
  role: ClientRole;
  edited: boolean;
  onEdit: ((id: number) => void) | undefined;
}

function RoleHead({ role, edited, onEdit }: HeadProps) {
  const texts = useTexts(roleTexts);
  return (
    <span className={classes['role']}>
      <span className={classes['title']}>
        {role.name}
        {edited ? <Tag>{texts.editing}</Tag> : null}
        {!role.own && <IconLock role="img" aria-label={texts.fixed} />}
        {role.own && onEdit ? (
          <ActionIcon variant="subtle" aria-label={texts.edit(role.name)} onClick={() => onEdit(role.id)}>
            <IconPencil aria-hidden />
          </ActionIcon>
        ) : null}
      </span>
      <span className={classes['people']} title={role.users.map(({ username }) => username).join(', ')}>
        {role.users.slice(0, shownPeople).map(({ id, username }) => (
          <span key={id} className={classes['person']} role="img" aria-label={username}>
            {username.slice(0, 2).toUpperCase()}
          </span>
        ))}
        {role.people > shownPeople && <span>+{role.people - shownPeople}</span>}
        {role.people === 0 && <span>{texts.nobody}</span>}
      </span>
    </span>
  );
}

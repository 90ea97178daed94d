import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';

import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime, emptyMark } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { StatusPill, type StatusTone } from '@shared/ui/status-pill';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { checkTexts } from '../checks/check-texts';
import classes from './destinations.module.css';
import parts from '../form-parts.module.css';
import { createTexts } from '../create-texts';
import { isDoubtful, type KnownLine, type LineKind } from '../checks/line-checks';

const tones: Partial<Record<LineKind, StatusTone>> = {
  bill: 'done',
  ok: 'fine',
  repaired: 'waiting',
  duplicate: 'queued',
  recently_paid: 'waiting',
};

interface DestinationRowProps {
  line: KnownLine;
  /** Its index in the list, from 0, and the length of the list. */
  index: number;
  of: number;
  look: 'plain' | 'checked' | 'bills';
  position: CSSProperties;
  /** Undefined if the line is not in the order any more. */
  onRemove: (() => void) | undefined;
  onSave: () => void;
}

/** A number of an order: whose it is or why it is doubtful, its bill, and what the check says. */
export function DestinationRow({ line, index, of, look, position, onRemove, onSave }: DestinationRowProps) {
  const { destinationNo, id, kind, amount } = line;
  const texts = useTexts(createTexts);
  const { kinds } = useTexts(checkTexts);
  const maySave = useHasPermission(permission.employeeCreate);
  const ordered = line.ordered ?? destinationNo;
  const number = groupThousands(line.line ?? index + 1);
  return (
    <li className={classes['row']} style={position} aria-setsize={of} aria-posinset={index + 1}>
      <span className={parts['note']} title={line.line === undefined ? undefined : texts.fileLine(number)}>
        {number}
      </span>
      <span className={parts['number']} title={line.original && texts.original(line.original)}>
        <GroupedNumber value={ordered} />
        {line.original !== undefined && <s className={classes['original']}>{line.original}</s>}
      </span>
      <LineName line={line} />
      {look === 'bills' && (
        <span className={classes['bill']}>{amount === undefined ? emptyMark : <Amount value={amount} />}</span>
      )}
      {look !== 'plain' && (
        <span className={classes['verdict']}>
          {kind && <StatusPill tone={tones[kind] ?? 'failed'}>{kinds[kind].name}</StatusPill>}
        </span>
      )}
      {id === '' && maySave && onRemove && kind !== 'no_number' ? (
        <SaveButton short={look !== 'plain'} label={texts.saveContactOf(destinationNo)} onSave={onSave} />
      ) : (
        <span />
      )}
      {onRemove && (
        <ActionIcon variant="subtle" aria-label={texts.remove(destinationNo)} onClick={onRemove}>
          <IconTrash aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** Whose the number is, and why the line is doubtful. */
function LineName({ line }: { line: KnownLine }) {
  const { name, code, kind, message, paidAt } = line;
  const texts = useTexts(createTexts);
  const { kinds } = useTexts(checkTexts);
  const language = useLanguage();
  const zone = useZones().client;
  const cause = kind !== undefined && isDoubtful(kind) ? message || kinds[kind].note : undefined;
  const when = paidAt === undefined ? undefined : texts.paidAt(formatDateTime(paidAt, zone, language));
  const reason = [cause, when].filter(Boolean).join(', ') || undefined;
  return (
    <span className={classes['name']} data-kind={reason && kind} title={reason}>
      {name}
      {name !== '' && reason !== undefined && ' · '}
      {reason ?? (name === '' && emptyMark)}
      {reason === undefined && code !== undefined && code !== '' && <span className={parts['note']}> {code}</span>}
    </span>
  );
}

function SaveButton({ short, label, onSave }: { short: boolean; label: string; onSave: () => void }) {
  const texts = useTexts(createTexts);
  if (short) {
    return (
      <ActionIcon variant="subtle" aria-label={label} title={texts.saveContact} onClick={onSave}>
        <IconUserPlus aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button
      variant="subtle"
      size="sm"
      leftSection={<IconUserPlus aria-hidden />}
      aria-label={label}
      className={classes['save'] ?? ''}
      onClick={onSave}
    >
      <span className={classes['saveLabel']}>{texts.saveContact}</span>
    </Button>
  );
}

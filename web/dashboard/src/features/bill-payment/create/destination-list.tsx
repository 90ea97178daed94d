import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { nothing } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { useHolds } from '@/session/current-user';
import { permission } from '@/session/permissions';

import classes from './create.module.css';
import { createTexts } from './create-texts';
import { checkTexts } from './check-texts';
import { isDoubtful, type KnownLine } from './line-checks';

const perPage = 6;

interface DestinationListProps {
  lines: readonly KnownLine[];
  onRemove: (destinationNo: string) => void;
  onSave: (destinationNo: string) => void;
}

/** The numbers of an order. Only a page of them is drawn, so that ten thousand are as quick as ten. */
export function DestinationList({ lines, onRemove, onSave }: DestinationListProps) {
  const texts = useTexts(createTexts);
  const { kinds } = useTexts(checkTexts);
  const maySave = useHolds(permission.employeeCreate);
  const [wanted, setWanted] = useState(0);
  const last = Math.max(0, Math.ceil(lines.length / perPage) - 1);
  const page = Math.min(wanted, last); // removed numbers may leave fewer pages
  const first = page * perPage;
  const shown = lines.slice(first, first + perPage);
  if (lines.length === 0) return null;
  return (
    <div className={classes['list']}>
      <ol className={classes['rows']} start={first + 1} aria-label={texts.list}>
        {shown.map(({ destinationNo, id, name, kind, message, amount }, place) => (
          <li key={destinationNo} className={classes['row']}>
            <span className={classes['note']}>{groupThousands(first + place + 1)}</span>
            <span className={classes['number']}>
              <GroupedNumber value={destinationNo} />
            </span>
            {kind && isDoubtful(kind) ? (
              <span className={classes['name']} data-kind={kind}>
                {message || kinds[kind].name}
              </span>
            ) : (
              <span className={classes['name']}>
                {name === '' ? nothing : name}
                {amount !== undefined && (
                  <span className={classes['amount']}>
                    <Amount value={amount} />
                  </span>
                )}
              </span>
            )}
            {id === '' && maySave && kind !== 'no_number' ? (
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconUserPlus aria-hidden />}
                aria-label={texts.saveContactOf(destinationNo)}
                onClick={() => onSave(destinationNo)}
              >
                <span className={classes['saveLabel']}>{texts.saveContact}</span>
              </Button>
            ) : (
              <span />
            )}
            <ActionIcon
              variant="subtle"
              aria-label={texts.remove(destinationNo)}
              onClick={() => onRemove(destinationNo)}
            >
              <IconTrash aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div className={classes['pager']}>
        <span className={classes['note']}>
          {texts.rows(groupThousands(first + 1), groupThousands(first + shown.length), groupThousands(lines.length))}
        </span>
        <ActionIcon
          variant="subtle"
          aria-label={texts.previous}
          disabled={page === 0}
          onClick={() => setWanted(page - 1)}
        >
          <IconChevronLeft aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={texts.next}
          disabled={page === last}
          onClick={() => setWanted(page + 1)}
        >
          <IconChevronRight aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

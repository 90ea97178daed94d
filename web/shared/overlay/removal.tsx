import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';

const AskContext = createContext<(id: string) => void>(() => undefined);

/** Gives rows the function that asks before a removal. Columns are defined at module level and get no props. */
export const RemovalProvider = AskContext;

interface RemoveButtonProps {
  id: string;
  text: string;
  label: string;
  /** Why the row can't be removed; undefined if it can. */
  disabledReason?: string | undefined;
}

/** Button that removes its row after a confirmation. */
export function RemoveButton({ id, text, label, disabledReason }: RemoveButtonProps) {
  const ask = useContext(AskContext);
  return (
    <Button
      variant="danger"
      size="sm"
      aria-label={label}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      leftSection={<IconTrash aria-hidden />}
      onClick={() => ask(id)}
    >
      {text}
    </Button>
  );
}

export interface Removal<Row> {
  /** The row to remove. It stays while the dialog closes. */
  row: Row | undefined;
  opened: boolean;
  ask: (id: string) => void;
  close: () => void;
  /** Closes the dialog and moves the focus to the list's title once the row with the focused button is gone. */
  finish: () => void;
  /** Id of the list's title. */
  titleId: string;
}

/** State of the removal of a row. */
export function useRemoval<Row extends { id: string }>(rows: readonly Row[] | undefined): Removal<Row> {
  const [question, setQuestion] = useState<{ row: Row; opened: boolean }>();
  const titleId = useId();
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    // Not earlier, because the dialog returns the focus to the row's button while that exists.
    if (leaving.current === undefined || rows?.some(({ id }) => id === leaving.current)) return;
    leaving.current = undefined;
    document.querySelector<HTMLElement>(`#${CSS.escape(titleId)}`)?.focus();
  }, [rows, titleId]);
  const close = () => setQuestion((current) => current && { ...current, opened: false });
  return {
    row: question?.row,
    opened: question?.opened ?? false,
    close,
    titleId,
    ask: (id) => {
      const row = rows?.find((candidate) => candidate.id === id);
      if (row) setQuestion({ row, opened: true });
    },
    finish: () => {
      leaving.current = question?.row.id;
      close();
    },
  };
}

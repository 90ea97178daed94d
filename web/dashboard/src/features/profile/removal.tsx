import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';

const AskContext = createContext<(id: string) => void>(() => undefined);

/** Gives the rows below it the question that comes before a removal; columns stand at module level and have no props. */
export const RemovalProvider = AskContext;

/** The button of a row that removes it: outlined, and it asks first. */
export function RemoveButton({ id, text, label }: { id: string; text: string; label: string }) {
  const ask = useContext(AskContext);
  return (
    <Button
      variant="danger"
      size="sm"
      aria-label={label}
      leftSection={<IconTrash aria-hidden />}
      onClick={() => ask(id)}
    >
      {text}
    </Button>
  );
}

interface Removal<Row> {
  /** The row in question; it stays while the dialog fades away. */
  row: Row | undefined;
  opened: boolean;
  ask: (id: string) => void;
  close: () => void;
  /** Closes, and leads the focus to the list's title once the row, and with it the button that had it, is gone. */
  finish: () => void;
  /** Of the list's title. */
  titleId: string;
}

/** Which row of a list is about to be removed. */
export function useRemoval<Row extends { id: string }>(rows: readonly Row[] | undefined): Removal<Row> {
  const [asked, setAsked] = useState<{ row: Row; opened: boolean }>();
  const titleId = useId();
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    // Not sooner: the dialog gives the focus back to the button of the row as long as that stands there.
    if (leaving.current === undefined || rows?.some(({ id }) => id === leaving.current)) return;
    leaving.current = undefined;
    document.querySelector<HTMLElement>(`#${CSS.escape(titleId)}`)?.focus();
  }, [rows, titleId]);
  const close = () => setAsked((current) => current && { ...current, opened: false });
  return {
    row: asked?.row,
    opened: asked?.opened ?? false,
    close,
    titleId,
    ask: (id) => {
      const row = rows?.find((candidate) => candidate.id === id);
      if (row) setAsked({ row, opened: true });
    },
    finish: () => {
      leaving.current = asked?.row.id;
      close();
    },
  };
}

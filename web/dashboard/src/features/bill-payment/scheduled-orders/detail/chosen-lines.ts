import { createContext, useContext } from 'react';

interface Chosen {
  /** Numbers of the lines that the user chose for a retry. */
  selection: ReadonlySet<number>;
  toggle: (line: number) => void;
}

/** The lines that are chosen for a retry. Columns are defined at module level and get no props. */
export const ChosenLines = createContext<Chosen>({ selection: new Set(), toggle: () => undefined });

/** Returns the chosen lines and the function that changes them. */
export function useChosenLines(): Chosen {
  return useContext(ChosenLines);
}

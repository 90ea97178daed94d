import { createContext, useContext } from 'react';

export const RowSelection = createContext(false);

/** Reports whether the row of a cell is selected. */
export function useRowSelected(): boolean {
  return useContext(RowSelection);
}

import { createContext, useContext } from 'react';

/** Whether the row around a cell is selected. */
export const RowSelection = createContext(false);

/** Whether the row that a cell stands in is selected. */
export function useRowSelected(): boolean {
  return useContext(RowSelection);
}

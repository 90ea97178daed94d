import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { PaperFact, PaperFacts, PaperPart, PaperTable, PrintSheet } from './print-sheet';

it('is a document with its title, facts, tables with totals, and a last line', () => {
  render(
    <PrintSheet title="Invoice" about="October 2026" foot="Invoice 7">
      <PaperFacts>
        <PaperFact name="Client" note="Client ID 1001">
          PT Toko
        </PaperFact>
      </PaperFacts>
      <PaperPart title="Lines" note="amounts in Rp">
        <PaperTable
          label="Lines"
          heads={['Day', 'Amount']}
          figures={1}
          rows={[{ key: 'a', cells: ['1', '10.000'] }]}
          total={['Total', <span key="total">10.000</span>]}
          final
        />
      </PaperPart>
    </PrintSheet>,
  );
  // It scrolls in its frame, so the keyboard must reach it.
  expect(screen.getByRole('region', { name: 'Invoice, October 2026' }).tabIndex).toBe(0);
  const sheet = screen.getByRole('article');
  // The mark that gives it light colours in both themes.
  expect(sheet.dataset['paper']).toBeDefined();
  const rows = within(within(sheet).getByRole('table', { name: 'Lines' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['DayAmount', '110.000', 'Total10.000']);
  expect([...(rows[1]?.children ?? [])].map((cell) => cell.getAttribute('data-align'))).toEqual([null, 'end']);
  expect(within(sheet).getByRole('contentinfo', { hidden: true }).textContent).toBe('Invoice 7');
});

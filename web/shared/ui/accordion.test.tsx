import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import { renderPart } from '../../test/render';
import { AccordionStaticRow, AccordionItem, Accordion } from './accordion';

function List() {
  const [open, setOpen] = useState(false);
  return (
    <Accordion>
      <AccordionItem head="BCA" note="No data" opened={open} onToggle={() => setOpen(!open)}>
        Inside
      </AccordionItem>
      <AccordionStaticRow head="BNI">Problem</AccordionStaticRow>
    </Accordion>
  );
}

it('opens and closes by keyboard, and is known to screen readers', async () => {
  const { user } = renderPart(<List />);
  const head = screen.getByRole('button', { name: 'BCA No data' });
  expect(head.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Inside')).toBeNull();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(head.getAttribute('aria-expanded')).toBe('true');
  const inside = screen.getByRole('region', { name: 'BCA No data' });
  expect(inside.textContent).toBe('Inside');
  expect(head.getAttribute('aria-controls')).toBe(inside.id);
  await user.keyboard(' ');
  expect(screen.queryByText('Inside')).toBeNull();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

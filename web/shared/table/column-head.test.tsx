import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { setLanguage } from '@shared/i18n/language';
import { defineTexts } from '@shared/i18n/texts';

import { renderPart } from '../../test/render';
import { columnHead } from './column-head';

const texts = defineTexts({
  en: { name: 'Name', columns: { price: 'Price' } },
  id: { name: 'Nama', columns: { price: 'Harga' } },
});
const Price = columnHead(texts, 'columns')('price');
const Name = columnHead(texts)('name');

it('names a column in the language of the page, also when it changes', () => {
  renderPart(
    <>
      <Price /> <Name />
    </>,
  );
  expect(screen.getByText('Price Name')).toBeDefined();
  act(() => setLanguage('id'));
  expect(screen.getByText('Harga Nama')).toBeDefined();
  act(() => setLanguage('en'));
});

import { SelectField } from '@shared/form/select-field';
import { useTexts } from '@shared/i18n/texts';

import type { StatementSearch } from './statement-search';
import { statementTexts } from './statement-texts';

interface ViewChoiceProps {
  view: StatementSearch['view'];
  onSearch: (change: StatementSearch) => void;
}

/** Chooses between the statement of a month and the withheld tax of a year. */
export function ViewChoice({ view, onSearch }: ViewChoiceProps) {
  const texts = useTexts(statementTexts);
  return (
    <SelectField
      label={texts.views}
      value={view ?? ''}
      options={[
        { value: '', label: texts.monthly },
        { value: 'tax', label: texts.taxByMonth },
      ]}
      onChange={(next) => onSearch({ view: next || undefined })}
    />
  );
}

import type { DestinationField, DestinationFieldName } from '@shared/shop/shop-data';

import { useTexts } from '@/language/language';
import { type Destination, destinationTexts, fieldLabel } from '@/parts/destination-texts';
import { Icon } from '@/parts/icons';

import { productTexts } from './product-texts';
import { isRequired } from './purchase';

interface Props {
  /** Type of the operator, which decides what a number is. */
  type: string;
  fields: readonly DestinationField[];
  typed: Destination;
  /** Fields that are marked as missing. */
  missing: readonly DestinationFieldName[];
  onType: (name: DestinationFieldName, value: string) => void;
}

/** What the browser should know of each field. */
const kinds: Record<DestinationFieldName, { inputMode: 'tel' | 'numeric' | 'text'; autoComplete: string }> = {
  number: { inputMode: 'tel', autoComplete: 'tel' },
  meter: { inputMode: 'numeric', autoComplete: 'off' },
  userId: { inputMode: 'text', autoComplete: 'off' },
  zoneId: { inputMode: 'text', autoComplete: 'off' },
};

const maxLength = 64;

/** Returns the id of a field's input. */
export function inputId(name: DestinationFieldName): string {
  return `destination-${name}`;
}

/** The fields of the destination: a number, a meter, or user and zone beside each other. */
export function DestinationFields({ type, fields, typed, missing, onType }: Props) {
  const texts = useTexts(productTexts);
  const words = useTexts(destinationTexts);
  return (
    <div className="flex gap-2">
      {fields.map(({ name, label }) => {
        const shown = label || fieldLabel(words, name, type);
        const isMissing = missing.includes(name);
        return (
          <div key={name} className={`min-w-0 ${name === 'zoneId' ? 'flex-1' : 'flex-2'}`}>
            <label htmlFor={inputId(name)} className="mb-1.5 block text-[13px]/[18px] font-medium">
              {shown}
            </label>
            <input
              id={inputId(name)}
              value={typed[name] ?? ''}
              {...kinds[name]}
              maxLength={maxLength}
              spellCheck={false}
              autoCapitalize="off"
              required={isRequired(name)}
              aria-invalid={isMissing}
              aria-describedby={isMissing ? `${inputId(name)}-missing` : undefined}
              className={`h-11 w-full rounded-md border bg-ground px-2.5 font-mono text-base -outline-offset-1 ${isMissing ? 'border-error' : 'border-control'}`}
              onChange={(event) => onType(name, event.currentTarget.value)}
            />
            {isMissing && (
              <p id={`${inputId(name)}-missing`} className="mt-1.5 flex items-center gap-1 text-xs text-error">
                <Icon name="alert" size={14} />
                {texts.missing(shown)}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

import type { DestinationField, DestinationFieldName } from '@shared/shop/shop-data';

import { useTexts } from '@/language/language';
import { type Destination, destinationTexts, fieldLabel } from '@/parts/destination-texts';
import { Icon } from '@/parts/icons';

import { productTexts } from './product-texts';

interface Props {
  /** Type of the operator, which decides what a number is. */
  type: string;
  fields: readonly DestinationField[];
  typed: Destination;
  /** Fields that are marked as missing. */
  missing: readonly DestinationFieldName[];
  /** What the server says is wrong, by field. */
  wrong: Destination;
  onType: (name: DestinationFieldName, value: string) => void;
}

/** What the browser should know of each field. */
const kinds: Record<DestinationFieldName, { inputMode: 'tel' | 'numeric' | 'text'; autoComplete: string }> = {
  number: { inputMode: 'tel', autoComplete: 'tel' },
  meter: { inputMode: 'numeric', autoComplete: 'off' },
  userId: { inputMode: 'text', autoComplete: 'off' },
  zoneId: { inputMode: 'text', autoComplete: 'off' },
  server: { inputMode: 'text', autoComplete: 'off' },
};

const maxLength = 64;

/** Returns the id of a field's input. */
export function inputId(name: DestinationFieldName): string {
  return `destination-${name}`;
}

/** The fields of the destination: a number, a meter, or the parts of a game beside each other. */
export function DestinationFields({ type, fields, typed, missing, wrong, onType }: Props) {
  const texts = useTexts(productTexts);
  const numberTexts = useTexts(destinationTexts);
  return (
    <div className="flex gap-2">
      {fields.map((field) => {
        const { name } = field;
        const shown = fieldLabel(numberTexts, name, type);
        const problem = missing.includes(name) ? texts.missing(shown) : wrong[name];
        const control = {
          id: inputId(name),
          value: typed[name] ?? '',
          required: true,
          'aria-invalid': Boolean(problem),
          'aria-describedby': problem ? `${inputId(name)}-problem` : undefined,
          className: `h-11 w-full rounded-md border bg-ground px-2.5 text-base -outline-offset-1 ${problem ? 'border-error' : 'border-control'}`,
          onChange: (event: { currentTarget: { value: string } }) => onType(name, event.currentTarget.value),
        };
        return (
          <div key={name} className={`min-w-0 ${name === 'zoneId' || name === 'server' ? 'flex-1' : 'flex-2'}`}>
            <label htmlFor={inputId(name)} className="mb-1.5 block text-[13px]/[18px] font-medium">
              {shown}
            </label>
            {field.options ? (
              <select {...control}>
                <option value="">{texts.choose1}</option>
                {field.options.map(({ code, label }) => (
                  <option key={code} value={code}>
                    {label}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...control}
                {...kinds[name]}
                {...(field.digits && { inputMode: 'numeric' as const })}
                placeholder={field.example}
                maxLength={maxLength}
                spellCheck={false}
                autoCapitalize="off"
                className={`${control.className} font-mono placeholder:text-quiet`}
              />
            )}
            {problem && (
              <p id={`${inputId(name)}-problem`} className="mt-1.5 flex items-center gap-1 text-xs text-error">
                <Icon name="alert" size={14} />
                {problem}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

import { Choices, Icon, Sheet } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

type Props = { name: string; label: string; chosen: string | undefined; children: (act: Act) => ReactNode };
type Act = (change: () => void) => void;

/** Shows one filter of a list: its current value, and a sheet to choose from. */
export function FilterChip({ name, label, chosen, children }: Props) {
  const text = useText();
  const sheet = useSheet(`filter-${name}`);
  const afterwards = useAfterClosing(sheet.isOpen);
  // The sheet is a history step: the address changes after that step is undone.
  const act: Act = (change) => {
    afterwards(change)();
    sheet.close();
  };
  return (
    <>
      <button
        type="button"
        className={chosen === undefined ? 'chip' : 'chip chip--on'}
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        aria-label={chosen === undefined ? label : `${label}: ${chosen}`}
        onClick={sheet.open}
      >
        {chosen ?? label}
        <Icon name="down" size={12} />
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={label} closeLabel={text('system.close')}>
        {children(act)}
      </Sheet>
    </>
  );
}

const ALL = '';

type ChoiceProps<Value extends string> = {
  name: string;
  label: string;
  all: string;
  choices: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

/** Filter chip for one of a few values, or all of them. */
export function ChoiceChip<Value extends string>({ name, label, all, choices, value, onChoose }: ChoiceProps<Value>) {
  const chosen = value === undefined ? undefined : (choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <FilterChip name={name} label={label} chosen={chosen}>
      {(act) => (
        <Choices<Value | typeof ALL>
          label={label}
          choices={[{ value: ALL, label: all }, ...choices]}
          value={value ?? ALL}
          onChoose={(picked) => act(() => onChoose(picked === ALL ? undefined : picked))}
        />
      )}
    </FilterChip>
  );
}

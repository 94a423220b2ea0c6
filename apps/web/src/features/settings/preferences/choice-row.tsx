import { Choices, type IconName, MenuRow, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

type Props<Value extends string> = {
  name: string;
  icon: IconName;
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** Shows a setting with a few values; its sheet changes it at once. */
export function ChoiceRow<Value extends string>({ name, icon, label, value, choices, onChoose }: Props<Value>) {
  const text = useText();
  const sheet = useSheet(name);
  const current = choices.find((choice) => choice.value === value)?.label ?? '';
  return (
    <>
      <MenuRow icon={icon} label={label} value={current} onClick={sheet.open} />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={label} closeLabel={text('system.close')}>
        <Choices
          label={label}
          choices={choices}
          value={value}
          onChoose={(chosen) => {
            onChoose(chosen);
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

import { type ComponentProps, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Field } from './field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'type' | 'end'> & { showLabel: string; hideLabel: string };

export function PasswordField({ showLabel, hideLabel, ...field }: Props) {
  const [isShown, setShown] = useState(false);
  const eye = (
    <button
      type="button"
      className="hit text-ink-3"
      aria-label={isShown ? hideLabel : showLabel}
      onClick={() => setShown(!isShown)}
    >
      <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
    </button>
  );
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      autoCorrect="off"
      {...field}
      type={isShown ? 'text' : 'password'}
      end={eye}
    />
  );
}

import { Button, Field } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';

/** Collapsed for users without an invite code; open if a link carried one. */
export function InviteField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const text = useText();
  const [isOpen, setOpen] = useState(value !== '');
  if (!isOpen)
    return (
      <Button tone="ghost" className="-mx-5 -my-2 self-start" aria-expanded={false} onClick={() => setOpen(true)}>
        {text('auth.register.invite.have')}
      </Button>
    );
  return (
    <Field
      label={text('auth.register.invite')}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={16}
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

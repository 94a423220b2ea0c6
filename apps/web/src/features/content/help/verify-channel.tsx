import { Field, Icon, type IconName } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type Channel, type Verdict, verdictOn } from './channels.ts';

const LOOKS: Readonly<Record<Verdict, { icon: IconName; look: string }>> = {
  empty: { icon: 'info', look: 'note note--plain' },
  unclear: { icon: 'help', look: 'note note--plain' },
  ours: { icon: 'check-circle', look: 'note note--plain' },
  not_ours: { icon: 'warn', look: 'note note--danger' },
  other_mail: { icon: 'warn', look: 'note note--danger' },
};

/** Checks a contact the user received against the official channels. The check runs locally and sends nothing. */
export function VerifyChannel({ channels }: { channels: readonly Channel[] }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const verdict = verdictOn(typed, channels);
  const { icon, look } = LOOKS[verdict];
  return (
    <section className="mt-6 px-gutter">
      <h2 className="mb-3 text-title">{text('content.contact.verify')}</h2>
      <Field
        label={text('content.contact.verify.field')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={500}
      />
      <div className={`mt-2 min-h-15 items-center ${look}`} role="status">
        <Icon name={icon} size={20} />
        <span className={verdict === 'ours' ? 'text-ok' : ''}>{text(`content.contact.verify.${verdict}`)}</span>
      </div>
    </section>
  );
}

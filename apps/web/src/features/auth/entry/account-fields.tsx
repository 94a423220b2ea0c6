import { Field, Icon, Segmented } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useDial } from '../../../data/session/chosen-country.ts';
import type { AccountEntry } from './account-entry.ts';

type Props = {
  entry: AccountEntry;
  change: (part: Partial<AccountEntry>) => void;
  error: string | undefined;
  /** Autofill hint; phones have their own value, except for login. */
  autoComplete?: string;
  /** Called when the user has left the field. */
  onLeave?: () => void;
};

/** Email or phone, with one field for it. */
export function AccountFields(props: Props) {
  const text = useText();
  const { entry, change } = props;
  return (
    <>
      <Segmented
        label={text('auth.account.kind')}
        options={[
          { value: 'email', label: text('auth.email') },
          { value: 'mobile', label: text('auth.phone') },
        ]}
        value={entry.channel}
        onChange={(channel) => change({ channel })}
      />
      <AccountField {...props} />
    </>
  );
}

export function AccountField({ entry, change, error, autoComplete, onLeave }: Props) {
  const text = useText();
  if (entry.channel === 'mobile')
    return (
      <Field
        key="mobile"
        label={text('auth.phone.number')}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete ?? 'tel-national'}
        value={entry.number}
        onChange={(event) => change({ number: event.target.value })}
        onBlur={onLeave}
        error={error}
        start={<DialButton />}
      />
    );
  return (
    <Field
      key="email"
      label={text('auth.email')}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete={autoComplete ?? 'email'}
      placeholder={text('auth.email.example')}
      value={entry.email}
      onChange={(event) => change({ email: event.target.value })}
      onBlur={onLeave}
      error={error}
    />
  );
}

/** Dial code of the number; opens the list of countries and returns. */
function DialButton() {
  const text = useText();
  const { dial } = useDial();
  return (
    <Link
      className="-ml-3.5 flex min-h-11 items-center gap-1 pr-1 pl-3.5"
      to="/pages/common/area"
      aria-label={text('auth.phone.dial', { dial })}
    >
      +{dial}
      <Icon name="down" size={16} />
    </Link>
  );
}

import { Icon, Level, PasswordField } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { type NewPassword, PASSWORD_LENGTH_MIN, passwordsDiffer, strengthOf } from './new-password.ts';

type Props = {
  chosen: NewPassword;
  change: (part: Partial<NewPassword>) => void;
  /** Account name for the browser's password store. */
  account: string;
  error: string | undefined;
  repeatError?: string | undefined;
};

/** A new password and its repetition, with the rules between them. */
export function NewPasswordFields({ chosen, change, account, error, repeatError }: Props) {
  const text = useText();
  const eye = { showLabel: text('auth.password.show'), hideLabel: text('auth.password.hide') };
  const differs = passwordsDiffer(chosen) ? text('refusal.passwords_differ') : undefined;
  return (
    <>
      <input className="sr-only" aria-hidden tabIndex={-1} autoComplete="username" value={account} readOnly />
      <div>
        <PasswordField
          {...eye}
          label={text('auth.password')}
          autoComplete="new-password"
          value={chosen.password}
          onChange={(event) => change({ password: event.target.value })}
          hint={text('auth.password.hint')}
          error={error}
        />
        <PasswordRules password={chosen.password} />
      </div>
      <PasswordField
        {...eye}
        label={text('auth.password.repeat')}
        autoComplete="new-password"
        value={chosen.repeated}
        onChange={(event) => change({ repeated: event.target.value })}
        onBlur={() => change({ hasLeft: true })}
        error={differs ?? repeatError}
      />
    </>
  );
}

/** Requirements and recommendations for a password, checked off while it is typed. */
function PasswordRules({ password }: { password: string }) {
  const text = useText();
  const { isLongEnough, isUncommon, isStrong, percent } = strengthOf(password);
  const rules = [
    [text('auth.rule.length', { minimum: PASSWORD_LENGTH_MIN }), isLongEnough],
    [text('auth.rule.common'), isUncommon],
    [text('auth.rule.strong'), isStrong],
  ] as const;
  const tone = isStrong ? 'ok' : isLongEnough && isUncommon ? 'warn' : 'danger';
  return (
    <div className="mt-2">
      <Level label={text('auth.strength')} percent={percent} tone={tone} marks={[35, 70]} />
      <ul className="rules">
        {rules.map(([rule, isKept]) => (
          <li key={rule} className={isKept ? 'on' : ''}>
            {isKept ? <Icon name="check" size={16} /> : <i className="rules__open" />}
            {rule}
          </li>
        ))}
      </ul>
    </div>
  );
}

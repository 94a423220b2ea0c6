import { Checkbox, Field, Icon, Level, PasswordField } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { PASSWORD_LENGTH_MIN, strengthOf } from '../model/password-strength.ts';
import { passwordsDiffer, type RegisterForm } from '../model/register-form.ts';

type Props = { form: RegisterForm; change: (part: Partial<RegisterForm>) => void; error: string | undefined };

/** Step two: the password twice, who invited, and the tick. */
export function PasswordStep({ form, change, error }: Props) {
  const text = useText();
  const eye = { showLabel: text('auth.password.show'), hideLabel: text('auth.password.hide') };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <PasswordField
          {...eye}
          label={text('auth.password')}
          autoComplete="new-password"
          value={form.password}
          onChange={(event) => change({ password: event.target.value })}
          error={error}
        />
        <PasswordRules password={form.password} />
      </div>
      <PasswordField
        {...eye}
        label={text('auth.password.repeat')}
        autoComplete="new-password"
        value={form.repeated}
        onChange={(event) => change({ repeated: event.target.value })}
        error={passwordsDiffer(form) ? text('refusal.passwords_differ') : undefined}
      />
      <Field
        label={text('auth.register.invite')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={16}
        value={form.inviteCode}
        onChange={(event) => change({ inviteCode: event.target.value.trim() })}
      />
      <Checkbox checked={form.agrees} onChange={(agrees) => change({ agrees })}>
        {text('auth.register.agree')}
      </Checkbox>
    </div>
  );
}

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
            <Icon name="check" size={16} />
            {rule}
          </li>
        ))}
      </ul>
    </div>
  );
}

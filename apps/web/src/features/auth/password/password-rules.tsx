import { Icon, Level } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { PASSWORD_LENGTH_MIN, strengthOf } from './password-strength.ts';

/** Requirements and recommendations for a password, checked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
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

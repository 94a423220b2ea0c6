import { sayValue, useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import type { Profile } from './user-state.ts';

/** Lists the balances that are not zero, in their own currencies. Nothing here can change one. */
export function Balances({ balances }: Pick<Profile, 'balances'>) {
  const say = useSay();
  return (
    <>
      <div className="d-title">
        <h2>{say('user.balances')}</h2>
        <small>{say('user.balances_about')}</small>
      </div>
      {balances.length === 0 ? (
        <p className="d-px pb-4 text-ink-3">{say('user.no_money')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing else to reach with the keyboard.
        <section className="d-balances" tabIndex={0} aria-label={say('user.balances')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('user.account')}</th>
                <th scope="col">{say('user.mode')}</th>
                <th scope="col" className="text-right">
                  {say('user.available')}
                </th>
                <th scope="col" className="text-right">
                  {say('user.frozen')}
                </th>
              </tr>
            </thead>
            <tbody>
              {balances.map(({ mode, account, currency, available, frozen }) => (
                <tr key={`${mode} ${account} ${currency}`}>
                  <td>{sayValue(say, 'account', account)}</td>
                  <td className="text-ink-3">{say(`mode.${mode}`)}</td>
                  <td className="text-right">
                    {groupDigits(available)} <span className="text-ink-3">{currency}</span>
                  </td>
                  <td className={frozen === '0' ? 'text-right text-ink-3' : 'text-right'}>{groupDigits(frozen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

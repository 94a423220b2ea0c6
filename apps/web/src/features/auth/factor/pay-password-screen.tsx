import { useText } from '../../../data/app/texts.ts';
import { WithSecurity } from '../security/with-security.tsx';
import { TradePassword } from './trade-password.tsx';

/** /pages/setting/payPassword */
export default function PayPasswordScreen() {
  const title = useText()('auth.trade_password.title');
  return <WithSecurity title={title}>{(security) => <TradePassword title={title} security={security} />}</WithSecurity>;
}

import { useText } from '../../../shared/texts.ts';
import { TradePassword } from '../components/trade-password.tsx';
import { WithSecurity } from '../components/with-security.tsx';

/** /pages/setting/payPassword */
export default function PayPasswordScreen() {
  const title = useText()('auth.trade_password.title');
  return <WithSecurity title={title}>{(security) => <TradePassword title={title} security={security} />}</WithSecurity>;
}

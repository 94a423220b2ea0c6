import { useLocation } from 'react-router';
import { FreezeByLink, Frozen } from './freeze-by-link.tsx';
import { UnfreezeForm } from './unfreeze-form.tsx';

/**
 * /pages/plus/freeze: with a security mail's token it freezes the account, with `frozen` it confirms the freeze,
 * otherwise it lifts it.
 */
export default function FreezeScreen() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.has('frozen')) return <Frozen />;
  return token === null ? <UnfreezeForm /> : <FreezeByLink token={token} />;
}

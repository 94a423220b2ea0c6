import { useLocation } from 'react-router';
import { FreezeByLink, Frozen } from '../components/freeze-by-link.tsx';
import { UnfreezeForm } from '../components/unfreeze-form.tsx';

/** /pages/plus/freeze: with the token of a security mail it freezes, with `frozen` it says so, else it lifts. */
export default function FreezeScreen() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const token = query.get('token');
  if (query.has('frozen')) return <Frozen />;
  return token === null ? <UnfreezeForm /> : <FreezeByLink token={token} />;
}

import { ForgetFlow } from '../components/forget-flow.tsx';

/** /pages/setting/forget */
export default function ForgetScreen() {
  return <ForgetFlow channel="email" />;
}

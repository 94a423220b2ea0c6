import { ForgetFlow } from './forget-flow.tsx';

/** /pages/setting/forget */
export default function ForgetScreen() {
  return <ForgetFlow channel="email" />;
}

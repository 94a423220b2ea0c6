import { ForgetFlow } from './forget-flow.tsx';

/** /pages/setting/forget_phone */
export default function ForgetPhoneScreen() {
  return <ForgetFlow channel="mobile" />;
}

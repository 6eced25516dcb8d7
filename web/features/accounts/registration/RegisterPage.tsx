import { useLocation } from 'react-router'
import * as words from '#words'
import { Link } from '../../../shared/components/Link.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { KeptReceipt } from '../../../shared/receipts/KeptReceipt.tsx'
import { FormSheet } from '../FormSheet.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** S-2.19. */
export function RegisterPage() {
  const { search } = useLocation()
  return (
    <FormSheet title={words.registerTitle} intro={words.registerIntro}>
      <KeptReceipt />
      <RegisterForm />
      <p>
        {words.registerAlready}{' '}
        <Link to={linkTo('login') + search} className="font-semibold text-blue underline underline-offset-4">
          {words.registerToLogin}
        </Link>
      </p>
    </FormSheet>
  )
}

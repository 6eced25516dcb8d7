import { LANGUAGE_PARAMETER } from '@stampus/contract/values/languages'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { language } from '../../shared/language.ts'
import { linkTo } from '../../shared/paths.ts'

/** The former address of the Malay privacy notice. It leads to the notice in Malay, which is in the other build. */
export function PrivacyMalayPage() {
  const { hash } = useLocation()
  useEffect(() => {
    if (language === 'en') location.replace(linkTo('privacy', {}, { [LANGUAGE_PARAMETER]: 'ms' }) + hash)
  }, [hash])
  return language === 'ms' ? <Navigate to={linkTo('privacy') + hash} replace /> : null
}

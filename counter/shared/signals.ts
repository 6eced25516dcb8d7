export function signal(outcome: 'right' | 'wrong'): void {
  navigator.vibrate?.(outcome === 'right' ? 80 : [60, 60, 60])
  try {
    const context = new AudioContext()
    const tones = outcome === 'right' ? [880, 1320] : [220]
    for (const [at, pitch] of tones.entries()) play(context, pitch, at * TONE_S)
    setTimeout(() => void context.close(), 1000 * TONE_S * (tones.length + 1))
  } catch {
    // Without sound there is still the colour.
  }
}

const TONE_S = 0.14
const VOLUME = 0.3

function play(context: AudioContext, pitch: number, after: number): void {
  const [source, gain] = [context.createOscillator(), context.createGain()]
  source.frequency.value = pitch
  gain.gain.value = VOLUME
  source.connect(gain).connect(context.destination)
  source.start(context.currentTime + after)
  source.stop(context.currentTime + after + TONE_S)
}

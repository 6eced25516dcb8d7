CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- The job queue makes its tables in this schema. Made here, under the lock of migrations, it is made once.
CREATE SCHEMA pgboss;

-- For triggers of tables whose rows never change. 008-platform.sql has the list of tables that only grow.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The form in which names are searched, ordered and compared, as `nameKey` of contract/values/names.ts has it. The
-- lower-case letters are listed, because not every server and locale knows them all.
CREATE FUNCTION name_key_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(
  replace(replace(replace(replace(
    translate(
      regexp_replace(
        normalize(translate(name, U&'\00b4\0384\1fbd\1fbf\1ffd\1ffe', ''), NFKD),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f''`\u2018-\u201b\u02b9-\u02bf\u02c8\u2032\u2035\u055a\u05f3\ua78b\ua78c\u00b7\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
        '', 'g'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵøđðłħŧŋıĸſςɓɗƙƴ',
      'abcdefghijklmnopqrstuvwxyzædoþdhlnœtbƃƅɔƈɖdƌǝəɛƒɠɣɩɨkɯɲɵƣƥʀƨʃƭʈʊʋyƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶoddlhtniksσbdky'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  '[\u0009-\u000d \u0085\u1680\u2028\u2029\u2010-\u2015\u2212\u30fb-]+', ' ', 'g'));

-- Members ---------------------------------------------------------------------------------------------------------

-- An address may be registered several times until one of its links is opened. Each registration is a row of its own;
-- at most one row of an address is verified. A deleted account keeps its row, because the ledger and the decisions name
-- it; everything that says who it was is blanked.
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  email_verified_at timestamptz,
  -- A new value voids every verification link that was sent before.
  link_nonce text NOT NULL,
  pending_email text,
  avatar_key text,
  avatar_placeholder text,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- The client address that a registration came from; empty once it is verified.
  registered_from text,
  -- When a verification link was last mailed: the link works for 60 minutes.
  link_mailed_at timestamptz,
  -- When another registration of the address replaced this one. The row is kept while its mailed link works.
  retired_at timestamptz,
  -- The password that a verification without any password made void, and when.
  voided_password_hash text,
  password_voided_at timestamptz,
  -- The language of the member's mails. NULL: never chosen, so English.
  language text CHECK (language IN ('en', 'ms')),
  name_key text COLLATE "C" GENERATED ALWAYS AS (name_key_of(name)) STORED
);
CREATE UNIQUE INDEX users_verified_email_key ON users (email_key) WHERE email_verified_at IS NOT NULL;
CREATE INDEX users_email_key ON users (email_key);
CREATE INDEX users_retired ON users (retired_at) WHERE retired_at IS NOT NULL;
CREATE INDEX users_password_voided ON users (password_voided_at) WHERE password_voided_at IS NOT NULL;
-- Members are found by a part of their name or address.
CREATE INDEX users_name_key_search ON users USING gin (name_key gin_trgm_ops);
CREATE INDEX users_email_search ON users USING gin (lower(email) gin_trgm_ops);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);

-- Browsers that have signed in to an account before, so that strangers' guesses cannot lock its owner out.
CREATE TABLE trusted_devices (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);

-- Browsers that asked to be unlocked by a mailed link, after too many wrong passwords.
CREATE TABLE browser_unlocks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null where the address has no account. It references nothing: checking that would show by the time who has one.
  user_id bigint,
  -- The SHA-256 of the cookie of the browser.
  browser_hash bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  mailed_at timestamptz,
  opened_at timestamptz
);
CREATE INDEX browser_unlocks_user ON browser_unlocks (user_id);
CREATE INDEX browser_unlocks_browser ON browser_unlocks (browser_hash);
CREATE INDEX browser_unlocks_age ON browser_unlocks (asked_at);

-- Addresses that a member asked to change from and to. The notice goes to the old one whatever happens meanwhile.
CREATE TABLE email_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_changes_user ON email_changes (user_id);

-- Earlier addresses of an account, as keyed hashes: when it is deleted with a bad standing, they are marked too.
CREATE TABLE former_addresses (
  user_id bigint NOT NULL REFERENCES users,
  email_hash bytea NOT NULL,
  left_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, email_hash)
);

-- What stays for a year of a deleted account with a bad standing: a keyed hash of its address, and why.
CREATE TABLE deleted_accounts (
  email_hash bytea PRIMARY KEY,
  negative_balance boolean NOT NULL,
  reversals boolean NOT NULL,
  rejections boolean NOT NULL,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_accounts_age ON deleted_accounts (deleted_at);

-- The supplements of the legal pages that a member accepted, and when.
CREATE TABLE consents (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  page text NOT NULL CHECK (page IN ('terms', 'privacy')),
  -- The newest supplement of the page that was shown; it covers those before.
  supplement integer NOT NULL CHECK (supplement > 0),
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, page, supplement)
);

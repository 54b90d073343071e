//! Keys and signatures: what one holder of a key makes, each holder of the public key can check.

use footfall_signatures::{Fault, generate_key, public_key, sign, verify};

fn password(text: &str) -> Option<String> {
    Some(text.to_string())
}

#[test]
fn a_signature_holds_for_its_bytes_its_key_and_its_comment() {
    let key = generate_key(None, "a test").unwrap();
    let other = generate_key(None, "another").unwrap();
    let signature = sign(b"index", &key.secret, None, "counter 3").unwrap();
    assert_eq!(verify(b"index", &signature, &key.public).unwrap(), "counter 3");
    assert_eq!(verify(b"Index", &signature, &key.public), Err(Fault::OtherContent));
    assert_eq!(verify(b"index", &signature, &other.public), Err(Fault::OtherKey));
    let forged = signature.replace("counter 3", "counter 4");
    assert_eq!(verify(b"index", &forged, &key.public), Err(Fault::OtherContent));
    assert_eq!(public_key(&key.secret, None).unwrap(), key.public);
}

#[test]
fn a_secret_key_with_a_password_needs_it() {
    let key = generate_key(password("sesame"), "a test").unwrap();
    assert_eq!(public_key(&key.secret, None), Err(Fault::PasswordNeeded));
    assert_eq!(public_key(&key.secret, password("sesam")), Err(Fault::WrongPassword));
    let signature = sign(b"x", &key.secret, password("sesame"), "").unwrap();
    assert!(verify(b"x", &signature, &key.public).is_ok());
}

#[test]
fn damaged_texts_are_faults() {
    let key = generate_key(None, "a test").unwrap();
    let signature = sign(b"x", &key.secret, None, "c").unwrap();
    for cut in 0..signature.trim_end().len() {
        assert!(verify(b"x", &signature[..cut], &key.public).is_err(), "cut at {cut}");
    }
    for cut in 0..key.public.len() {
        assert_eq!(verify(b"x", &signature, &key.public[..cut]), Err(Fault::BadPublicKey));
    }
    for text in ["", "\n", "a\nb\n", &key.secret[..key.secret.len() - 9]] {
        assert_eq!(sign(b"x", text, None, ""), Err(Fault::BadSecretKey), "{text:?}");
    }
}

#[test]
fn a_signature_without_a_hash_is_refused() {
    let key = generate_key(None, "a test").unwrap();
    let signature = sign(b"x", &key.secret, None, "c").unwrap();
    assert_eq!(verify(b"x", &signature.replacen("\nRU", "\nRW", 1), &key.public), Err(Fault::BadSignature));
}
